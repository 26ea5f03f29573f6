ALTER TABLE "message_entries" DROP CONSTRAINT "message_entries_delivery";--> statement-breakpoint
ALTER TABLE "message_entries" ADD COLUMN "bounce_reason" text;--> statement-breakpoint
ALTER TABLE "message_entries" ADD CONSTRAINT "message_entries_bounce_reason" CHECK (bounce_reason is null or (delivery = 'bounced'
        and bounce_reason in ('unknown_address', 'mailbox_full', 'unreachable', 'refused')));--> statement-breakpoint
ALTER TABLE "message_entries" ADD CONSTRAINT "message_entries_delivery" CHECK (delivery in ('queued', 'sent', 'failed', 'bounced'));--> statement-breakpoint
-- Tells the pages that show a conversation that the mail of a reply came back.
CREATE FUNCTION notify_bounced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes('message', ARRAY[NEW.thread_id]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_entries_bounced AFTER UPDATE OF delivery ON message_entries FOR EACH ROW WHEN (NEW.delivery = 'bounced') EXECUTE FUNCTION notify_bounced();
