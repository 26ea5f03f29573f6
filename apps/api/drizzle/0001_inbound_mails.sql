CREATE TABLE "message_mails" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_mails" ADD CONSTRAINT "message_mails_entry_id_message_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."message_entries"("id") ON DELETE cascade ON UPDATE no action;