CREATE TABLE "message_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"client_token" uuid,
	"delivery" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_entries_kind" CHECK (kind in ('member', 'reply', 'note')),
	CONSTRAINT "message_entries_delivery" CHECK (delivery in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"thread_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "message_reads_thread_id_user_id_pk" PRIMARY KEY("thread_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "message_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "message_threads_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"assignee_id" uuid,
	"locale" text NOT NULL,
	"app_context" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_member_at" timestamp (3) with time zone,
	"last_staff_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	"member_read_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"reopened_from_id" uuid,
	"entry_count" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"awaiting_team" boolean GENERATED ALWAYS AS (status in ('new', 'open') and coalesce(last_member_at > coalesce(last_staff_at, '-infinity'), false)) STORED NOT NULL,
	CONSTRAINT "message_threads_category" CHECK (category in ('question', 'bug', 'idea', 'other')),
	CONSTRAINT "message_threads_status" CHECK (status in ('new', 'open', 'waiting', 'closed', 'spam'))
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"target_type" text NOT NULL,
	"target_id" uuid,
	"score" smallint NOT NULL,
	"previous_score" smallint,
	"comment" text NOT NULL,
	"locale" text NOT NULL,
	"platform" text,
	"app_version" text,
	"thread_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ratings_score" CHECK (score between 1 and 5),
	CONSTRAINT "ratings_target_type" CHECK (target_type in ('app', 'news', 'daily_message')),
	CONSTRAINT "ratings_target_id" CHECK ((target_type = 'app') = (target_id is null)),
	CONSTRAINT "ratings_platform" CHECK (platform in ('ios', 'android', 'web'))
);
--> statement-breakpoint
CREATE TABLE "reply_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"bodies" jsonb NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "messages_blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "messages_blocked_by" uuid;--> statement-breakpoint
ALTER TABLE "message_entries" ADD CONSTRAINT "message_entries_thread_id_message_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."message_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_entries" ADD CONSTRAINT "message_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_thread_id_message_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."message_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_reopened_from_id_message_threads_id_fk" FOREIGN KEY ("reopened_from_id") REFERENCES "public"."message_threads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_thread_id_message_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."message_threads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_entries_position" ON "message_entries" USING btree ("thread_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "message_entries_client_token" ON "message_entries" USING btree ("author_id","client_token");--> statement-breakpoint
CREATE INDEX "message_entries_queued" ON "message_entries" USING btree ("created_at") WHERE delivery = 'queued';--> statement-breakpoint
CREATE INDEX "message_entries_search" ON "message_entries" USING gin (lower(f_unaccent(body)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "message_reads_user" ON "message_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_threads_newest" ON "message_threads" USING btree ("last_at","id") WHERE status <> 'spam';--> statement-breakpoint
CREATE INDEX "message_threads_awaiting" ON "message_threads" USING btree ("last_at","id") WHERE awaiting_team;--> statement-breakpoint
CREATE INDEX "message_threads_unassigned" ON "message_threads" USING btree ("last_at","id") WHERE assignee_id is null and status <> 'spam';--> statement-breakpoint
CREATE INDEX "message_threads_assignee" ON "message_threads" USING btree ("assignee_id","last_at","id");--> statement-breakpoint
CREATE INDEX "message_threads_status" ON "message_threads" USING btree ("status","last_at","id");--> statement-breakpoint
CREATE INDEX "message_threads_category" ON "message_threads" USING btree ("category","last_at","id");--> statement-breakpoint
CREATE INDEX "message_threads_locale" ON "message_threads" USING btree ("locale","last_at","id");--> statement-breakpoint
CREATE INDEX "message_threads_user" ON "message_threads" USING btree ("user_id","last_at","id");--> statement-breakpoint
CREATE INDEX "message_threads_reopened" ON "message_threads" USING btree ("reopened_from_id");--> statement-breakpoint
CREATE INDEX "message_threads_search" ON "message_threads" USING gin (lower(f_unaccent(subject)) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_one_each" ON "ratings" USING btree ("user_id","target_type","target_id") NULLS NOT DISTINCT WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "ratings_newest" ON "ratings" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "ratings_score" ON "ratings" USING btree ("score","updated_at","id");--> statement-breakpoint
CREATE INDEX "ratings_target" ON "ratings" USING btree ("target_type","target_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "ratings_version" ON "ratings" USING btree ("app_version","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_thread" ON "ratings" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "ratings_search" ON "ratings" USING gin (lower(f_unaccent(comment)) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_messages_blocked_by_users_id_fk" FOREIGN KEY ("messages_blocked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_messages_blocked_by" ON "users" USING btree ("messages_blocked_by") WHERE messages_blocked_by is not null;--> statement-breakpoint
-- What people call a row.
CREATE OR REPLACE FUNCTION audit_label(entity_type text, "row" jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT left(CASE entity_type
		WHEN 'user' THEN "row" ->> 'email'
		WHEN 'item' THEN "row" ->> 'title'
		WHEN 'daily_message' THEN concat_ws(' · ', "row" ->> 'day', coalesce(
			nullif("row" #>> '{translations,fr,title}', ''), nullif("row" #>> '{translations,en,title}', ''),
			nullif("row" #>> '{translations,fr,body}', ''), "row" #>> '{translations,en,body}'))
		WHEN 'news' THEN coalesce(
			nullif("row" #>> '{content,translations,fr,title}', ''), nullif("row" #>> '{content,translations,en,title}', ''),
			"row" ->> 'slug')
		WHEN 'news_category' THEN "row" ->> 'name_fr'
		WHEN 'message' THEN concat_ws(' · ', '#' || ("row" ->> 'number'), nullif("row" ->> 'subject', ''))
		WHEN 'reply_template' THEN "row" ->> 'title'
	END, 255)
$$;--> statement-breakpoint
CREATE TRIGGER message_threads_audited_insert AFTER INSERT ON message_threads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id}', '{}');--> statement-breakpoint
CREATE TRIGGER message_threads_audited_update AFTER UPDATE ON message_threads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id}', '{}');--> statement-breakpoint
CREATE TRIGGER message_threads_audited_delete AFTER DELETE ON message_threads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('message', '{status,category,assignee_id}', '{}');--> statement-breakpoint
CREATE TRIGGER reply_templates_audited_insert AFTER INSERT ON reply_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('reply_template', '{title,bodies,position}', '{}');--> statement-breakpoint
CREATE TRIGGER reply_templates_audited_update AFTER UPDATE ON reply_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('reply_template', '{title,bodies,position}', '{}');--> statement-breakpoint
CREATE TRIGGER reply_templates_audited_delete AFTER DELETE ON reply_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('reply_template', '{title,bodies,position}', '{}');--> statement-breakpoint
-- That messages of an account are not accepted is a change of the account.
DROP TRIGGER users_audited_insert ON users;--> statement-breakpoint
DROP TRIGGER users_audited_update ON users;--> statement-breakpoint
DROP TRIGGER users_audited_delete ON users;--> statement-breakpoint
CREATE TRIGGER users_audited_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');--> statement-breakpoint
CREATE TRIGGER users_audited_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('user', '{email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}');--> statement-breakpoint
-- Counts conversations by everything that lists choose by; those of an assignee as theirs.
CREATE FUNCTION count_message_threads() RETURNS trigger LANGUAGE plpgsql AS $$
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
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_threads_counted_insert AFTER INSERT ON message_threads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();--> statement-breakpoint
CREATE TRIGGER message_threads_counted_update AFTER UPDATE ON message_threads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();--> statement-breakpoint
CREATE TRIGGER message_threads_counted_delete AFTER DELETE ON message_threads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();--> statement-breakpoint
-- Conversations go back to the team from whoever is no superuser any more, by whatever door.
CREATE FUNCTION hand_message_threads_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE message_threads SET assignee_id = NULL, version = version + 1 WHERE assignee_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_hand_message_threads_over AFTER UPDATE ON users FOR EACH ROW
	WHEN (OLD.is_superuser AND OLD.deleted_at IS NULL AND (NOT NEW.is_superuser OR NEW.deleted_at IS NOT NULL))
	EXECUTE FUNCTION hand_message_threads_over();--> statement-breakpoint
-- Of an erased account the score stays, what it said goes.
CREATE FUNCTION forget_rating_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.comment := '';
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ratings_of_nobody BEFORE UPDATE ON ratings FOR EACH ROW
	WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS NULL) EXECUTE FUNCTION forget_rating_comment();
