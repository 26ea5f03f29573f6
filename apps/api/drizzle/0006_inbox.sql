ALTER TABLE "message_threads" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "snooze_kind" text;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "snoozed_by" uuid;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_snoozed_by_users_id_fk" FOREIGN KEY ("snoozed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_threads_snoozed" ON "message_threads" USING btree ("snoozed_until","id") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "message_threads_snoozed_by" ON "message_threads" USING btree ("snoozed_by") WHERE snoozed_by is not null;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_snooze" CHECK ((snoozed_until is null) = (snooze_kind is null) and snooze_kind in ('until_message', 'until_time'));--> statement-breakpoint
-- Snoozing and waking change what pages count, though no counter.
CREATE FUNCTION notify_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('agora_events', '{"event": "counts"}');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_threads_snooze_counted AFTER UPDATE OF snoozed_until ON message_threads FOR EACH ROW
	WHEN (NEW.snoozed_until IS DISTINCT FROM OLD.snoozed_until) EXECUTE FUNCTION notify_counts();
--> statement-breakpoint
SELECT audit_table('message_threads', 'message', '{status,category,assignee_id,entry_count,snoozed_until}', '{}',
	$$concat_ws(' · ', '#' || (data ->> 'number'), nullif(data ->> 'subject', ''))$$, is_personal => true);
