-- Tells every instance which rows of an entity have changed, by their ids alone; of more than a few, that some have.
CREATE FUNCTION notify_changes(entity text, ids uuid[]) RETURNS void LANGUAGE sql AS $$
	SELECT pg_notify('agora_events', json_build_object(
		'event', 'changed', 'entity', entity, 'id', id, 'by', audit_context() ->> 'actor_id')::text)
	FROM unnest(CASE WHEN cardinality(ids) > 20 THEN ARRAY[NULL::uuid] ELSE ids END) AS id
$$;--> statement-breakpoint
-- What is written in the audit log has changed.
CREATE FUNCTION notify_audited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes(entity_type, array_agg(DISTINCT entity_id)) FROM new_rows GROUP BY entity_type;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_logs_notify AFTER INSERT ON audit_logs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_audited();--> statement-breakpoint
-- The same of what members write, which the audit log leaves out. The argument is the entity.
CREATE FUNCTION notify_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes(TG_ARGV[0], array_agg(id)) FROM changed_rows HAVING count(*) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_threads_notify_insert AFTER INSERT ON message_threads REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('message');--> statement-breakpoint
CREATE TRIGGER message_threads_notify_update AFTER UPDATE ON message_threads REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('message');--> statement-breakpoint
CREATE TRIGGER ratings_notify_insert AFTER INSERT ON ratings REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');--> statement-breakpoint
CREATE TRIGGER ratings_notify_update AFTER UPDATE ON ratings REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');--> statement-breakpoint
CREATE TRIGGER ratings_notify_delete AFTER DELETE ON ratings REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');--> statement-breakpoint
-- Of broadcasts, whose changes the audit log has, how far they are: what leaves `version` as it is.
DROP TRIGGER broadcasts_notify ON broadcasts;--> statement-breakpoint
DROP FUNCTION notify_change();--> statement-breakpoint
CREATE FUNCTION notify_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('agora_events', json_build_object('event', TG_ARGV[0] || '.progress', 'id', NEW.id)::text);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER broadcasts_notify AFTER UPDATE ON broadcasts FOR EACH ROW WHEN (OLD.version = NEW.version) EXECUTE FUNCTION notify_progress('broadcast');--> statement-breakpoint
-- Counts conversations as before, and tells every instance when their numbers are others.
CREATE OR REPLACE FUNCTION count_message_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, count(*)
		FROM new_rows GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, -count(*)
		FROM old_rows GROUP BY 1, 2;
	ELSE
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, sum(change)
		FROM (SELECT *, 1 AS change FROM new_rows UNION ALL SELECT *, -1 FROM old_rows) AS changes
		GROUP BY 1, 2 HAVING sum(change) <> 0;
	END IF;
	IF FOUND THEN
		PERFORM pg_notify('agora_events', '{"event": "counts"}');
	END IF;
	RETURN NULL;
END $$;
