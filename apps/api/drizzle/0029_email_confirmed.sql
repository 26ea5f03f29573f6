CREATE UNLOGGED TABLE "guesses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"keys" text[] NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "confirm_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_confirm_hash" ON "email_changes" USING btree ("confirm_hash");--> statement-breakpoint
DROP TRIGGER users_audited_insert ON users;--> statement-breakpoint
DROP TRIGGER users_audited_update ON users;--> statement-breakpoint
DROP TRIGGER users_audited_delete ON users;--> statement-breakpoint
CREATE TRIGGER users_audited_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,pending_email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,pending_email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,pending_email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');
