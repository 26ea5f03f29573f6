ALTER TABLE "broadcasts" ADD COLUMN "day" date;--> statement-breakpoint
CREATE UNIQUE INDEX "broadcasts_day" ON "broadcasts" USING btree ("day");