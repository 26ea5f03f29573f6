CREATE TABLE "segments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"audience" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "segment_id" uuid GENERATED ALWAYS AS ((audience ->> 'segment_id')::uuid) STORED;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "segment_name" text;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree (lower(f_unaccent(name)));--> statement-breakpoint
CREATE INDEX "segments_updated_by" ON "segments" USING btree ("updated_by");--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcasts_segment" ON "broadcasts" USING btree ("segment_id") WHERE segment_id is not null;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_segment" CHECK (segment_id is null or status in ('draft', 'scheduled', 'missed'));
--> statement-breakpoint
SELECT audit_table('segments', 'segment', '{name,audience}', '{}', $$data ->> 'name'$$);
