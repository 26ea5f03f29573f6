CREATE INDEX "audit_logs_origin" ON "audit_logs" USING btree ("at") WHERE ip is not null;--> statement-breakpoint
-- How long entries are kept. The service says it anew at each start, as the owner of the database.
CREATE FUNCTION audit_retention() RETURNS interval LANGUAGE sql STABLE AS $$ SELECT interval '730 days' $$;--> statement-breakpoint
-- Whether what is erased was a member's own: then its entries lose what they tell of it. What the team wrote stays told.
CREATE FUNCTION audit_is_personal(entity_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT entity_type IN ('user', 'item', 'message')
$$;--> statement-breakpoint
-- As before, but for what the team wrote. With the owner's rights, since nobody else may write entries.
CREATE OR REPLACE FUNCTION audit_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	context jsonb := audit_context();
	entity text := TG_ARGV[0];
	fields text[] := TG_ARGV[1];
	secrets text[] := TG_ARGV[2];
	actor uuid := context ->> 'actor_id';
	label text := (SELECT email FROM users WHERE id = actor);
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent, action, entity_type, entity_id, entity_label, changes)
		SELECT context ->> 'actor_kind', coalesce(actor, self.id), coalesce(label, self.email), context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			'created', entity, (after ->> 'id')::uuid, audit_label(entity, after), audit_diff('{}', after, fields, '{}')
		FROM (SELECT to_jsonb(new_rows) AS after FROM new_rows) AS inserted
		-- Who signs up acts for themselves.
		LEFT JOIN users AS self ON actor IS NULL AND entity = 'user' AND context ->> 'actor_kind' = 'user' AND self.id = (after ->> 'id')::uuid
		ORDER BY after ->> 'id';
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent, action, entity_type, entity_id, entity_label, changes)
		SELECT context ->> 'actor_kind', actor, label, context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			CASE WHEN before ->> 'deleted_at' IS NULL AND after ->> 'deleted_at' IS NOT NULL THEN 'deleted'
				WHEN before ->> 'deleted_at' IS NOT NULL AND after ->> 'deleted_at' IS NULL THEN 'restored'
				ELSE 'updated' END,
			entity, (after ->> 'id')::uuid, audit_label(entity, after), changes
		FROM (
			SELECT to_jsonb(old_rows) AS before, to_jsonb(new_rows) AS after,
				audit_diff(to_jsonb(old_rows), to_jsonb(new_rows), fields, secrets) AS changes
			FROM old_rows JOIN new_rows USING (id)
		) AS updated
		WHERE (changes <> '{}' OR (before -> 'deleted_at') <> (after -> 'deleted_at'))
			AND (entity = 'news' OR before -> 'version' IS NULL OR before -> 'version' <> after -> 'version')
		ORDER BY after ->> 'id';
	ELSE
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent, action, entity_type, entity_id, entity_label, changes)
		SELECT context ->> 'actor_kind', actor, label, context ->> 'request_id',
			CASE WHEN label IS NOT NULL THEN context ->> 'ip' END, CASE WHEN label IS NOT NULL THEN context ->> 'user_agent' END,
			'erased', entity, id, CASE WHEN NOT audit_is_personal(entity) THEN audit_label(entity, to_jsonb(old_rows)) END, '{}'
		FROM old_rows ORDER BY id;
		IF audit_is_personal(entity) THEN
			UPDATE audit_logs SET entity_label = NULL, changes = audit_without_values(changes)
			FROM old_rows WHERE entity_type = entity AND entity_id = old_rows.id;
		END IF;
		IF entity = 'user' THEN
			UPDATE audit_logs SET actor_label = NULL, ip = NULL, user_agent = NULL FROM old_rows WHERE actor_id = old_rows.id;
		END IF;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Says of an account what no column of it tells.
CREATE FUNCTION audit_account(account uuid, changes jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent, action, entity_type, entity_id, entity_label, changes)
	SELECT context ->> 'actor_kind', actor.id, actor.email, context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
		'updated', 'user', owner.id, audit_label('user', to_jsonb(owner)), changes
	FROM users AS owner, audit_context() AS context LEFT JOIN users AS actor ON actor.id = (context ->> 'actor_id')::uuid
	WHERE owner.id = account
$$;--> statement-breakpoint
-- Entries stay as they were written. They only lose what names people once these are erased, where they came from
-- after 90 days, and end when they are no longer kept: whoever asks for it, and by whatever statement.
CREATE OR REPLACE FUNCTION keep_audit_logs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	personal text[] := '{entity_label,actor_label,ip,user_agent,changes}';
	is_erased boolean;
	is_by_nobody boolean;
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - audit_retention() THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
		is_erased := CASE OLD.entity_type
			WHEN 'user' THEN NOT EXISTS (SELECT FROM users WHERE id = OLD.entity_id)
			WHEN 'item' THEN NOT EXISTS (SELECT FROM items WHERE id = OLD.entity_id)
			WHEN 'message' THEN NOT EXISTS (SELECT FROM message_threads WHERE id = OLD.entity_id)
			ELSE false END;
		is_by_nobody := OLD.actor_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.actor_id);
		IF (NEW.entity_label IS NOT DISTINCT FROM OLD.entity_label OR (NEW.entity_label IS NULL AND is_erased))
			AND (NEW.changes = OLD.changes OR (NEW.changes = audit_without_values(OLD.changes) AND is_erased))
			AND (NEW.actor_label IS NOT DISTINCT FROM OLD.actor_label OR (NEW.actor_label IS NULL AND is_by_nobody))
			AND ((NEW.ip, NEW.user_agent) IS NOT DISTINCT FROM (OLD.ip, OLD.user_agent)
				OR (NEW.ip IS NULL AND NEW.user_agent IS NULL AND (is_by_nobody OR OLD.at < now() - interval '90 days'))) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'audit_logs can only be added to' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
-- Ends entries that are no longer kept, and takes from others where they came from: so many at once. Says how many.
CREATE FUNCTION forget_audit_logs(at_once integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	ended integer;
	emptied integer;
BEGIN
	DELETE FROM audit_logs WHERE id IN (
		SELECT id FROM audit_logs WHERE at < now() - audit_retention() ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS ended = ROW_COUNT;
	UPDATE audit_logs SET ip = NULL, user_agent = NULL WHERE id IN (
		SELECT id FROM audit_logs WHERE at < now() - interval '90 days' AND ip IS NOT NULL
		ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS emptied = ROW_COUNT;
	RETURN greatest(ended, emptied);
END $$;--> statement-breakpoint
-- That somebody wrote in a conversation, be it a note, is a change of it; what they wrote is not told.
DROP TRIGGER message_threads_audited_insert ON message_threads;--> statement-breakpoint
DROP TRIGGER message_threads_audited_update ON message_threads;--> statement-breakpoint
DROP TRIGGER message_threads_audited_delete ON message_threads;--> statement-breakpoint
CREATE TRIGGER message_threads_audited_insert AFTER INSERT ON message_threads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id,entry_count}', '{}');--> statement-breakpoint
CREATE TRIGGER message_threads_audited_update AFTER UPDATE ON message_threads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id,entry_count}', '{}');--> statement-breakpoint
CREATE TRIGGER message_threads_audited_delete AFTER DELETE ON message_threads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id,entry_count}', '{}');
