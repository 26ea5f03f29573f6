CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "roles_key_unique" UNIQUE("key")
);
--> statement-breakpoint
DROP INDEX "users_living_by_role";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_team" boolean GENERATED ALWAYS AS (is_superuser or role_id is not null) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree (lower(f_unaccent(name)));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role_id") WHERE role_id is not null;--> statement-breakpoint
CREATE INDEX "users_living_by_role" ON "users" USING btree ("is_team","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;
--> statement-breakpoint
-- The roles of `BUILT_IN_ROLES` in the contract. A migration that changes one changes both.
INSERT INTO roles (id, key, name, permissions, updated_at) VALUES
	('01930000-0000-7000-8000-000000000001', 'editor', 'Editor', '{daily_messages.read,daily_messages.write,news.read,
		news.write,news.publish,broadcasts.read,broadcasts.write}', now()),
	('01930000-0000-7000-8000-000000000002', 'sender', 'Sender', '{daily_messages.read,news.read,broadcasts.read,
		broadcasts.write,broadcasts.send}', now()),
	('01930000-0000-7000-8000-000000000003', 'moderator', 'Moderator', '{messages.read,messages.write,ratings.read,
		ratings.write,members.read,members.deactivate}', now()),
	('01930000-0000-7000-8000-000000000004', 'analyst', 'Analyst', '{daily_messages.read,news.read,broadcasts.read,
		statistics.read}', now());
--> statement-breakpoint
-- What `can()` of the contract says, for triggers.
CREATE FUNCTION account_can(account uuid, permission text) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (
		SELECT FROM users LEFT JOIN roles ON roles.id = users.role_id
		WHERE users.id = account AND deleted_at IS NULL AND (is_superuser OR permission = ANY (roles.permissions)))
$$;
--> statement-breakpoint
DROP TRIGGER users_hand_message_threads_over ON users;
--> statement-breakpoint
-- Unassigns the conversations of somebody who may not answer any longer, in the transaction that takes the right away.
CREATE OR REPLACE FUNCTION hand_message_threads_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE message_threads SET assignee_id = NULL, version = version + 1
	WHERE assignee_id = NEW.id AND NOT account_can(NEW.id, 'messages.write');
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Accounts lose their rights and are put in the trash by routes, bulk actions and the command line.
CREATE TRIGGER users_hand_message_threads_over AFTER UPDATE ON users FOR EACH ROW
	WHEN (OLD.is_team AND OLD.deleted_at IS NULL AND (NEW.deleted_at IS NOT NULL
		OR (OLD.is_superuser, OLD.role_id) IS DISTINCT FROM (NEW.is_superuser, NEW.role_id)))
	EXECUTE FUNCTION hand_message_threads_over();
--> statement-breakpoint
CREATE FUNCTION hand_message_threads_of_role_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE message_threads SET assignee_id = NULL, version = version + 1
	WHERE assignee_id IN (SELECT id FROM users WHERE role_id = NEW.id AND NOT is_superuser);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER roles_hand_message_threads_over AFTER UPDATE OF permissions ON roles FOR EACH ROW
	WHEN ('messages.write' = ANY (OLD.permissions) AND 'messages.write' <> ALL (NEW.permissions))
	EXECUTE FUNCTION hand_message_threads_of_role_over();
--> statement-breakpoint
-- Alerts somebody of the team of what somebody else caused, if they may read about it and have not turned this kind off.
CREATE OR REPLACE FUNCTION alert_user(recipient uuid, about text, thread uuid, broadcast uuid) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO alerts (id, user_id, kind, thread_id, broadcast_id, actor_id, created_at)
	SELECT gen_random_uuid(), users.id, about, thread, broadcast, actor.id, now()
	FROM users
	LEFT JOIN preferences ON preferences.user_id = users.id
	CROSS JOIN (SELECT (audit_context() ->> 'actor_id')::uuid AS id) AS actor
	WHERE users.id = recipient AND actor.id IS DISTINCT FROM recipient
		AND account_can(recipient, CASE about WHEN 'broadcast' THEN 'broadcasts.read' ELSE 'messages.read' END)
		AND coalesce((to_jsonb(preferences) ->> ('alert_' || about))::boolean, true)
	ON CONFLICT (user_id, kind, coalesce(thread_id, broadcast_id)) WHERE read_at IS NULL
		DO UPDATE SET created_at = excluded.created_at, actor_id = excluded.actor_id
$$;
--> statement-breakpoint
-- Accounts outside the trash: superusers, others of the team, and members.
CREATE FUNCTION kind_of_account(is_superuser boolean, is_team boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' WHEN is_team THEN 'staff' ELSE 'member' END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_inserted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT kind_of_account(is_superuser, is_team), count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT kind_of_account(is_superuser, is_team), sum(change)
	FROM (
		SELECT is_superuser, is_team, 1 AS change FROM new_rows WHERE deleted_at IS NULL
		UNION ALL
		SELECT is_superuser, is_team, -1 FROM old_rows WHERE deleted_at IS NULL
	) AS changes
	GROUP BY 1 HAVING sum(change) <> 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_deleted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT kind_of_account(is_superuser, is_team), -count(*) FROM old_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Days of members are summed up again when somebody joins or leaves the team.
CREATE OR REPLACE TRIGGER users_member_days_changed BEFORE DELETE OR UPDATE OF is_team, deleted_at ON users
	FOR EACH ROW EXECUTE FUNCTION note_days_of_member();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_created_at_changed_update AFTER UPDATE OF created_at, is_team, deleted_at ON users
	FOR EACH ROW WHEN (least(OLD.created_at, NEW.created_at) < now() - interval '10 minutes')
	EXECUTE FUNCTION note_changed_moments('created_at');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_last_seen_at_changed_update AFTER UPDATE OF last_seen_at, is_team, deleted_at ON users
	FOR EACH ROW WHEN (least(OLD.last_seen_at, NEW.last_seen_at) < now() - interval '28 days')
	EXECUTE FUNCTION note_changed_moments('last_seen_at');
--> statement-breakpoint
SELECT audit_table('users', 'user',
	'{email,pending_email,full_name,is_active,is_superuser,role_id,locale,must_change_password,invitation_expires_at,
		deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}',
	$$data ->> 'email'$$, is_personal => true);
--> statement-breakpoint
SELECT audit_table('roles', 'role', '{name,permissions}', '{}', $$data ->> 'name'$$);
