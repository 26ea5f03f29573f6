ALTER TABLE "media" ADD COLUMN "has_files" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "media_without_files" ON "media" USING btree ("id") WHERE not has_files;