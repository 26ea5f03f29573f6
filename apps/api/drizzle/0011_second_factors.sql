CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_second_factor_asked" ON "users" USING btree ("second_factor_asked_at") WHERE second_factor_asked_at is not null;
--> statement-breakpoint
-- The log shows since when an account has a second factor, never its key.
SELECT audit_table('users', 'user',
	'{email,pending_email,full_name,is_active,is_superuser,role_id,locale,must_change_password,invitation_expires_at,
		deactivated_until,deactivation_reason,messages_blocked_at,second_factor_at}', '{password_hash}',
	$$data ->> 'email'$$, is_personal => true);
