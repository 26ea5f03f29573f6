CREATE TABLE "oidc_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "oidc_links_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "oidc_linked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_role_from_oidc" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_multi_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_links" ADD CONSTRAINT "oidc_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The log shows since when an account is linked with the provider, and whether a claim gives its role.
SELECT audit_table('users', 'user',
	'{email,pending_email,full_name,is_active,is_superuser,role_id,locale,must_change_password,invitation_expires_at,
		deactivated_until,deactivation_reason,messages_blocked_at,second_factor_at,oidc_linked_at,is_role_from_oidc}',
	'{password_hash}', $$data ->> 'email'$$, is_personal => true);
