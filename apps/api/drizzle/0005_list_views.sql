CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"private_to" uuid,
	"visibility" text GENERATED ALWAYS AS (case when private_to is null then 'all' else 'private' end) STORED NOT NULL,
	"author_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "saved_views_private" CHECK (private_to = author_id)
);
--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "columns" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_private_to_users_id_fk" FOREIGN KEY ("private_to") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_name" ON "saved_views" USING btree ("list",lower(f_unaccent(name))) WHERE private_to is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_private_name" ON "saved_views" USING btree ("private_to","list",lower(f_unaccent(name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "saved_views_author" ON "saved_views" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "saved_views_deleted" ON "saved_views" USING btree ("deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
-- Writes one entry per changed row of an audited table, as before; but none for a row that is private to somebody before and
-- after the change.
CREATE OR REPLACE FUNCTION audit_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	context jsonb := audit_context();
	actor uuid := context ->> 'actor_id';
	actor_email text := (SELECT email FROM users WHERE id = actor);
	audited audit.tables;
BEGIN
	SELECT * INTO STRICT audited FROM audit.tables WHERE name = TG_RELID;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', coalesce(actor, self.id), coalesce(actor_email, self.email),
			context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			'created', audited.entity, (after ->> 'id')::uuid, audit_labels(audited.entity, after),
			audit_diff('{}', after, audited.shown, '{}')
		FROM (SELECT to_jsonb(new_rows) AS after FROM new_rows) AS inserted
		-- Somebody who signs up is the author of their own account.
		LEFT JOIN users AS self ON actor IS NULL AND audited.entity = 'user' AND context ->> 'actor_kind' = 'user'
			AND self.id = (after ->> 'id')::uuid
		WHERE after ->> 'private_to' IS NULL
		ORDER BY after ->> 'id';
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', actor, actor_email,
			context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			CASE WHEN before ->> 'deleted_at' IS NULL AND after ->> 'deleted_at' IS NOT NULL THEN 'deleted'
				WHEN before ->> 'deleted_at' IS NOT NULL AND after ->> 'deleted_at' IS NULL THEN 'restored'
				ELSE 'updated' END,
			audited.entity, (after ->> 'id')::uuid, audit_labels(audited.entity, after), changes
		FROM (
			SELECT before, after, CASE
				-- Of a move to the trash or back nothing else differs: its many rows need no comparison by field.
				WHEN before - 'deleted_at' = after - 'deleted_at' THEN '{}'
				ELSE audit_diff(before, after, audited.shown, audited.secret) END AS changes
			FROM (
				-- OFFSET 0 keeps the planner from converting a row to JSON again at each use of it. FULL JOIN keeps it from
				-- a nested loop, which a plan made for single rows has, and which is quadratic in a bulk action.
				SELECT to_jsonb(old_rows) AS before, to_jsonb(new_rows) AS after
				FROM old_rows FULL JOIN new_rows USING (id) OFFSET 0
			) AS updated OFFSET 0
		) AS compared
		WHERE (changes <> '{}' OR (before -> 'deleted_at') <> (after -> 'deleted_at'))
			AND (NOT audited.is_versioned OR before -> 'version' IS NULL OR before -> 'version' <> after -> 'version')
			AND (before ->> 'private_to' IS NULL OR after ->> 'private_to' IS NULL)
		ORDER BY after ->> 'id';
	ELSE
		-- Somebody who erases their own account leaves no trace of where from.
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', actor, actor_email, context ->> 'request_id',
			CASE WHEN actor_email IS NOT NULL THEN context ->> 'ip' END,
			CASE WHEN actor_email IS NOT NULL THEN context ->> 'user_agent' END,
			'erased', audited.entity, (before ->> 'id')::uuid,
			CASE WHEN NOT audited.is_personal THEN audit_labels(audited.entity, before) END, '{}'
		FROM (SELECT to_jsonb(old_rows) AS before FROM old_rows) AS erased
		WHERE before ->> 'private_to' IS NULL
		ORDER BY before ->> 'id';
		IF audited.is_personal THEN
			UPDATE audit_logs SET entity_labels = NULL, changes = audit_without_values(changes)
			FROM (SELECT id FROM old_rows) AS erased WHERE entity_type = audited.entity AND entity_id = erased.id;
		END IF;
		IF audited.entity = 'user' THEN
			UPDATE audit_logs SET actor_label = NULL, ip = NULL, user_agent = NULL
			FROM (SELECT id FROM old_rows) AS erased WHERE actor_id = erased.id;
		END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
SELECT audit_table('saved_views', 'saved_view', '{list,name,query,visibility}', '{}', $$data ->> 'name'$$);
