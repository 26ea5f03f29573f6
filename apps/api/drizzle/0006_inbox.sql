CREATE TABLE "message_pending_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"close" boolean NOT NULL,
	"position" integer NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_images" ADD COLUMN "pending_id" uuid;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "snooze_kind" text;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "reply_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "asleep_until" timestamp (3) with time zone GENERATED ALWAYS AS (greatest(snoozed_until, reply_until)) STORED;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "snoozed_by" uuid;--> statement-breakpoint
ALTER TABLE "message_pending_replies" ADD CONSTRAINT "message_pending_replies_thread_id_message_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."message_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_pending_replies" ADD CONSTRAINT "message_pending_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_pending_replies_thread" ON "message_pending_replies" USING btree ("thread_id","send_at");--> statement-breakpoint
CREATE INDEX "message_pending_replies_author" ON "message_pending_replies" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "message_images" ADD CONSTRAINT "message_images_pending_id_message_pending_replies_id_fk" FOREIGN KEY ("pending_id") REFERENCES "public"."message_pending_replies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_snoozed_by_users_id_fk" FOREIGN KEY ("snoozed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_images_pending" ON "message_images" USING btree ("pending_id") WHERE pending_id is not null;--> statement-breakpoint
CREATE INDEX "message_threads_asleep" ON "message_threads" USING btree ("asleep_until","id") WHERE asleep_until is not null;--> statement-breakpoint
CREATE INDEX "message_threads_snoozed_by" ON "message_threads" USING btree ("snoozed_by") WHERE snoozed_by is not null;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_snooze" CHECK ((snoozed_until is null) = (snooze_kind is null) and snooze_kind in ('until_message', 'until_time'));
--> statement-breakpoint
-- Snoozing and waking change what pages count, though no counter.
CREATE FUNCTION notify_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('agora_events', '{"event": "counts"}');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_threads_snooze_counted AFTER UPDATE OF snoozed_until, reply_until ON message_threads FOR EACH ROW
	WHEN (NEW.asleep_until IS DISTINCT FROM OLD.asleep_until) EXECUTE FUNCTION notify_counts();
--> statement-breakpoint
SELECT audit_table('message_threads', 'message', '{status,category,assignee_id,entry_count,snoozed_until}', '{}',
	$$concat_ws(' · ', '#' || (data ->> 'number'), nullif(data ->> 'subject', ''))$$, is_personal => true);
