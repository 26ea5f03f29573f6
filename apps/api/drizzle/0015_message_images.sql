CREATE TABLE "message_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"entry_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_images_size" CHECK (width > 0 and height > 0 and bytes > 0)
);
--> statement-breakpoint
ALTER TABLE "message_images" ADD CONSTRAINT "message_images_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_images" ADD CONSTRAINT "message_images_entry_id_message_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."message_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_images_entry" ON "message_images" USING btree ("entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE INDEX "message_images_owner" ON "message_images" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "message_images_unsent" ON "message_images" USING btree ("created_at") WHERE entry_id is null or owner_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_threads_number" ON "message_threads" USING btree ("number");