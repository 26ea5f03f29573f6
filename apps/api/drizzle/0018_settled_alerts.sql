-- Tells those who may decide about a request that waits, and who asked what became of it. What is settled waits for nobody
-- else any more.
CREATE OR REPLACE FUNCTION alert_of_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	noun text := CASE WHEN NEW.news_id IS NULL THEN 'broadcast' ELSE 'news' END;
BEGIN
	IF NEW.decision IS NULL THEN
		PERFORM alert_user(users.id, noun || '_approval', NULL, NULL, NEW.id)
		FROM users
		WHERE is_team AND deleted_at IS NULL
			AND account_can(users.id, CASE noun WHEN 'news' THEN 'news.approve' ELSE 'broadcasts.approve' END)
			AND users.id IS DISTINCT FROM NEW.asked_by
			AND NOT EXISTS (SELECT FROM broadcasts AS written
				WHERE written.id = NEW.broadcast_id AND users.id IN (written.created_by, written.updated_by))
			AND NOT EXISTS (SELECT FROM news_articles AS written
				WHERE written.id = NEW.news_id AND users.id IN (written.created_by, written.updated_by));
	ELSE
		UPDATE alerts SET read_at = now()
		WHERE approval_id = NEW.id AND read_at IS NULL
			AND (user_id IS DISTINCT FROM NEW.asked_by OR user_id = NEW.decided_by);
	END IF;
	IF NEW.decision IS NOT NULL OR NEW.held_at IS NOT NULL THEN
		PERFORM alert_user(NEW.asked_by, noun || '_approval', NULL, NULL, NEW.id);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER approvals_alert_update ON approvals;
--> statement-breakpoint
-- Time passes without anybody's doing.
CREATE TRIGGER approvals_alert_update AFTER UPDATE ON approvals FOR EACH ROW
	WHEN ((OLD.held_at, OLD.decision) IS DISTINCT FROM (NEW.held_at, NEW.decision))
	EXECUTE FUNCTION alert_of_approval();
--> statement-breakpoint
-- Those of requests that were settled before.
UPDATE alerts SET read_at = now() FROM approvals
WHERE approvals.id = approval_id AND decision IS NOT NULL AND read_at IS NULL
	AND (user_id IS DISTINCT FROM asked_by OR user_id = decided_by);
