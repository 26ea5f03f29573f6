ALTER TABLE "daily_message_issues" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
-- What a day shows is withdrawn when its message can't be shown there any more, while it is that day somewhere on Earth.
CREATE FUNCTION withdraw_daily_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE daily_message_issues AS i SET withdrawn_at = m.updated_at
	FROM new_rows AS m
	WHERE i.message_id = m.id AND i.withdrawn_at IS NULL
		AND m.updated_at < (i.day + interval '36 hours') AT TIME ZONE 'UTC'
		AND NOT (m.status = 'ready' AND m.deleted_at IS NULL AND coalesce(m.day = i.day, i.source = 'reserve'));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER daily_messages_withdrawn AFTER UPDATE ON daily_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION withdraw_daily_messages();