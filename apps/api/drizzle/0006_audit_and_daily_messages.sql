-- Every text of a daily message that people read, for searches.
CREATE FUNCTION daily_message_text(translations jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(string_agg(text.value, E'\n'), '')
	FROM jsonb_each(CASE WHEN jsonb_typeof(translations) = 'object' THEN translations ELSE '{}' END) AS translation,
		jsonb_each_text(CASE WHEN jsonb_typeof(translation.value) = 'object' THEN translation.value ELSE '{}' END) AS text
$$;--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_label" text,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"entity_label" text,
	"changes" jsonb NOT NULL,
	"request_id" text,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "daily_message_issues" (
	"day" date PRIMARY KEY NOT NULL,
	"message_id" uuid,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"translations" jsonb NOT NULL,
	"link" text,
	"missing_locale" text NOT NULL,
	"first_served_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date,
	"status" text NOT NULL,
	"translations" jsonb NOT NULL,
	"link" text,
	"missing_locale" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "daily_messages_status" CHECK (status in ('draft', 'ready')),
	CONSTRAINT "daily_messages_missing_locale" CHECK (missing_locale in ('fallback', 'hide'))
);
--> statement-breakpoint
ALTER TABLE "daily_message_issues" ADD CONSTRAINT "daily_message_issues_message_id_daily_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."daily_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_logs_newest" ON "audit_logs" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_logs_entity" ON "audit_logs" USING btree ("entity_type","entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_logs_actor" ON "audit_logs" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_logs_request" ON "audit_logs" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_logs_search" ON "audit_logs" USING gin (lower(f_unaccent(coalesce(entity_label, '') || E'
' || coalesce(actor_label, ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "daily_message_issues_message" ON "daily_message_issues" USING btree ("message_id","day" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "daily_messages" ADD CONSTRAINT "daily_messages_day" EXCLUDE USING btree ("day" WITH =) WHERE (deleted_at IS NULL) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
CREATE INDEX "daily_messages_reserve" ON "daily_messages" USING btree ("created_at","id") WHERE day is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "daily_messages_updated" ON "daily_messages" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "daily_messages_deleted" ON "daily_messages" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "daily_messages_search" ON "daily_messages" USING gin (lower(f_unaccent(daily_message_text(translations))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "daily_messages_created_by" ON "daily_messages" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "daily_messages_updated_by" ON "daily_messages" USING btree ("updated_by");--> statement-breakpoint
-- Whoever acts in this transaction: what the service said, and nobody where it said nothing.
CREATE FUNCTION audit_context() RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(nullif(current_setting('agora.audit', true), ''), '{"actor_kind": "system"}')::jsonb
$$;--> statement-breakpoint
-- What people call a row.
CREATE FUNCTION audit_label(entity_type text, "row" jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT left(CASE entity_type
		WHEN 'user' THEN "row" ->> 'email'
		WHEN 'item' THEN "row" ->> 'title'
		WHEN 'daily_message' THEN concat_ws(' · ', "row" ->> 'day', coalesce(
			nullif("row" #>> '{translations,fr,title}', ''), nullif("row" #>> '{translations,en,title}', ''),
			nullif("row" #>> '{translations,fr,body}', ''), "row" #>> '{translations,en,body}'))
	END, 255)
$$;--> statement-breakpoint
-- Fields that differ, with both values; of secrets the fact alone. Absent rows are empty objects.
CREATE FUNCTION audit_diff(before jsonb, after jsonb, fields text[], secrets text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(replace(field, '_hash', ''), CASE WHEN field = ANY (secrets) THEN 'null'::jsonb
		ELSE jsonb_build_array(before -> field, after -> field) END), '{}')
	FROM unnest(fields || secrets) AS field
	WHERE coalesce(before -> field, 'null') <> coalesce(after -> field, 'null')
$$;--> statement-breakpoint
CREATE FUNCTION audit_without_values(changes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, 'null'::jsonb), '{}') FROM jsonb_object_keys(changes) AS key
$$;--> statement-breakpoint
-- Writes one entry per changed row. Arguments: the entity, its fields that are shown, and its secret ones.
-- A change that leaves `version` as it is was nobody's: when somebody was last seen, a hash made anew.
CREATE FUNCTION audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
			AND (before -> 'version' IS NULL OR before -> 'version' <> after -> 'version')
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
END $$;--> statement-breakpoint
-- Entries stay as they were written. They only ever lose what names people, and end when they are old.
CREATE FUNCTION keep_audit_logs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	personal text[] := '{entity_label,actor_label,ip,user_agent,changes}';
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '90 days' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
		AND coalesce(NEW.entity_label = OLD.entity_label, NEW.entity_label IS NULL)
		AND coalesce(NEW.actor_label = OLD.actor_label, NEW.actor_label IS NULL)
		AND coalesce(NEW.ip = OLD.ip, NEW.ip IS NULL)
		AND coalesce(NEW.user_agent = OLD.user_agent, NEW.user_agent IS NULL)
		AND (NEW.changes = OLD.changes OR NEW.changes = audit_without_values(OLD.changes)) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit_logs can only be added to' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_logs_kept BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION keep_audit_logs();--> statement-breakpoint
CREATE TRIGGER audit_logs_not_truncated BEFORE TRUNCATE ON audit_logs FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_logs();--> statement-breakpoint
-- Counts rows of a table, all of them, under the key that is the argument.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, delta) SELECT TG_ARGV[0], count(*) FROM new_rows HAVING count(*) > 0;
	ELSE
		INSERT INTO row_counts (key, delta) SELECT TG_ARGV[0], -count(*) FROM old_rows HAVING count(*) > 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_logs_counted_insert AFTER INSERT ON audit_logs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');--> statement-breakpoint
CREATE TRIGGER audit_logs_counted_delete AFTER DELETE ON audit_logs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');--> statement-breakpoint
CREATE TRIGGER users_audited_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER items_audited_insert AFTER INSERT ON items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('item', '{title,description}', '{}');--> statement-breakpoint
CREATE TRIGGER items_audited_update AFTER UPDATE ON items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('item', '{title,description}', '{}');--> statement-breakpoint
CREATE TRIGGER items_audited_delete AFTER DELETE ON items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('item', '{title,description}', '{}');--> statement-breakpoint
CREATE TRIGGER daily_messages_audited_insert AFTER INSERT ON daily_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('daily_message', '{day,status,translations,link,missing_locale}', '{}');--> statement-breakpoint
CREATE TRIGGER daily_messages_audited_update AFTER UPDATE ON daily_messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('daily_message', '{day,status,translations,link,missing_locale}', '{}');--> statement-breakpoint
CREATE TRIGGER daily_messages_audited_delete AFTER DELETE ON daily_messages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('daily_message', '{day,status,translations,link,missing_locale}', '{}');
