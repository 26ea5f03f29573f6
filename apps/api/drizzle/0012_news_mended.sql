ALTER TABLE "news_articles" ADD COLUMN "has_chosen_slug" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A slug that changed without its text was chosen.
UPDATE news_articles SET has_chosen_slug = true
WHERE EXISTS (
	SELECT FROM audit_logs WHERE entity_type = 'news' AND entity_id = news_articles.id
		AND action = 'updated' AND changes ? 'slug' AND NOT changes ? 'content');--> statement-breakpoint
-- Every text of an article that people read, in both languages, of which one may be null, for searches.
CREATE OR REPLACE FUNCTION news_text(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(string_agg(text, E'\n'), '')
	FROM jsonb_array_elements_text(
		jsonb_path_query_array(content, 'lax $.translations.*.title')
		|| jsonb_path_query_array(content, 'lax $.translations.*.excerpt')
		|| jsonb_path_query_array(content, 'strict $.translations.**.text', '{}', true)) AS text
$$;--> statement-breakpoint
REINDEX INDEX news_articles_search;--> statement-breakpoint
-- As before, but for news, whose version counts what is written alone.
CREATE OR REPLACE FUNCTION audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent, action, entity_type, entity_id, changes)
		SELECT context ->> 'actor_kind', actor, label, context ->> 'request_id',
			CASE WHEN label IS NOT NULL THEN context ->> 'ip' END, CASE WHEN label IS NOT NULL THEN context ->> 'user_agent' END,
			'erased', entity, id, '{}'
		FROM old_rows ORDER BY id;
		UPDATE audit_logs SET entity_label = NULL, changes = audit_without_values(changes)
		FROM old_rows WHERE entity_type = entity AND entity_id = old_rows.id;
		IF entity = 'user' THEN
			UPDATE audit_logs SET actor_label = NULL, ip = NULL, user_agent = NULL FROM old_rows WHERE actor_id = old_rows.id;
		END IF;
	END IF;
	RETURN NULL;
END $$;
