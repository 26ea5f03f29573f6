-- Ends the open requests for approval of pushes to a segment when its rules change.
CREATE FUNCTION end_approvals_of_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE approvals SET decision = 'outdated', decided_at = now(), decided_by = (audit_context() ->> 'actor_id')::uuid
	WHERE broadcast_id IN (SELECT id FROM broadcasts WHERE segment_id = NEW.id) AND decision IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER segments_end_approvals AFTER UPDATE ON segments FOR EACH ROW
	WHEN (OLD.audience <> NEW.audience) EXECUTE FUNCTION end_approvals_of_segment();
