CREATE TABLE "known_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "shut_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_networks_age" ON "known_networks" USING btree ("last_used_at");--> statement-breakpoint
-- The i without a dot and the one with two are an i like any other in the key of an address (`emailKey`).
UPDATE "users" SET "email_key" = replace(replace("email_key", 'ı', 'i'), 'i' || U&'\0307', 'i')
WHERE "email_key" ~ ('ı|i' || U&'\0307') AND NOT EXISTS (
	SELECT FROM "users" AS "other" WHERE "other"."deleted_at" IS NULL
	AND "other"."email_key" = replace(replace("users"."email_key", 'ı', 'i'), 'i' || U&'\0307', 'i')
);