ALTER TABLE "broadcasts" ADD COLUMN "image_id" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "image" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "local_pushes" ADD COLUMN "image" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_image_id_media_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_deliveries_opened" ON "broadcast_deliveries" USING btree ("broadcast_id","opened_at") WHERE opened_at is not null;--> statement-breakpoint
CREATE INDEX "broadcasts_image" ON "broadcasts" USING btree ("image_id") WHERE image_id is not null;--> statement-breakpoint
-- Whoever was signed in already said the password then.
UPDATE sessions SET password_at = created_at;--> statement-breakpoint
-- The picture of a push is part of it.
DROP TRIGGER broadcasts_audited_insert ON broadcasts;--> statement-breakpoint
DROP TRIGGER broadcasts_audited_update ON broadcasts;--> statement-breakpoint
DROP TRIGGER broadcasts_audited_delete ON broadcasts;--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_insert AFTER INSERT ON broadcasts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,image_id,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_update AFTER UPDATE ON broadcasts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,image_id,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_delete AFTER DELETE ON broadcasts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,image_id,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');
