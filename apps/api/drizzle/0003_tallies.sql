-- Statistics are summed up by a job. Triggers only note where the past has changed since.

CREATE TABLE "tallies" (
	"metric" text NOT NULL,
	"unit" text NOT NULL,
	"first" date NOT NULL,
	"source" text NOT NULL,
	"settings" text NOT NULL,
	"count" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tallies_metric_unit_first_pk" PRIMARY KEY("metric","unit","first"),
	CONSTRAINT "tallies_unit" CHECK (unit in ('day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "changed_moments" (
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Days whose rows are deleted can't be counted again.
INSERT INTO tallies (metric, unit, first, source, settings, count, parts, is_final)
SELECT 'active_members', 'day', day, 'member_days.at', '', coalesce(sum(n) FILTER (WHERE hour IS NULL), 0),
	coalesce(jsonb_object_agg(hour, n) FILTER (WHERE hour IS NOT NULL), '{}'), true
FROM (
	SELECT day, hour, sum(delta)::bigint AS n FROM day_counts WHERE metric = 'active_members' GROUP BY day, hour
) AS counted
WHERE day < (SELECT coalesce(min(day), 'infinity') FROM member_days)
GROUP BY day;
--> statement-breakpoint
DROP FUNCTION count_new_members, count_last_seen_members, count_active_members, count_received_messages,
	count_closed_messages, count_ratings, count_rating_scores, count_news_reads, count_news_reads_by_month,
	count_answers_by_month, keep_member_day, set_member_days CASCADE;
--> statement-breakpoint
DROP FUNCTION count_by_day, set_organisation_time, open_minutes, answer_minutes, waiting_minutes, organisation_time_zone;
--> statement-breakpoint
DROP SCHEMA statistics CASCADE;
--> statement-breakpoint
DROP TABLE day_counts;
--> statement-breakpoint
ALTER TABLE member_days DROP CONSTRAINT member_days_user_id_day_pk, DROP COLUMN day, DROP COLUMN is_member,
	ADD CONSTRAINT "member_days_user_id_at_pk" PRIMARY KEY("user_id","at");
--> statement-breakpoint
CREATE INDEX "member_days_at" ON "member_days" USING btree ("at","user_id");
--> statement-breakpoint
CREATE INDEX "news_reads_at" ON "news_reads" USING btree ("at","article_id");
--> statement-breakpoint
-- Notes past moments at which rows count no longer, or now. Rows of today change nothing that is summed up: conditions of
-- the triggers leave them out, so that they cost nothing. Many deleted rows make few notes: no zone has days that end
-- within a quarter of an hour.
--   column  where the moment is
--   age     of the moments that are noted, where the trigger has no condition
CREATE FUNCTION note_changed_moments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	source text := TG_TABLE_NAME || '.' || TG_ARGV[0];
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO changed_moments (source, at)
		SELECT DISTINCT source, date_bin('15 minutes', moment, 'epoch')
		FROM (SELECT (to_jsonb(old_rows) ->> TG_ARGV[0])::timestamptz AS moment FROM old_rows) AS deleted
		WHERE moment < now() - TG_ARGV[1]::interval;
	ELSE
		INSERT INTO changed_moments (source, at)
		SELECT DISTINCT source, moment::timestamptz
		FROM unnest(ARRAY[to_jsonb(OLD) ->> TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[0]]) AS moment
		WHERE moment IS NOT NULL;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The same for all days of an account that is a member's no longer, or again.
CREATE FUNCTION note_days_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changed_moments (source, at)
	SELECT 'member_days.at', at FROM member_days WHERE user_id = OLD.id AND at < now() - interval '10 minutes';
	RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
-- Before the foreign key deletes them.
CREATE TRIGGER users_member_days_changed BEFORE DELETE OR UPDATE OF is_superuser, deleted_at ON users
	FOR EACH ROW EXECUTE FUNCTION note_days_of_member();
--> statement-breakpoint
-- Of each moment that is counted: the columns that decide whether and how its row counts, and the age from which on it may
-- be summed up, at least half an hour less. When members were last seen is read of those alone who have not come back for
-- thirty days. Days of members are deleted once their number is final.
DO $do$
DECLARE
	counted record;
BEGIN
	FOR counted IN
		SELECT name, moment, deciding, age, name || '_' || moment || '_changed_' AS prefix
		FROM (VALUES
			('users', 'created_at', 'created_at, is_superuser, deleted_at', '10 minutes'),
			('users', 'last_seen_at', 'last_seen_at, is_superuser, deleted_at', '28 days'),
			('member_days', 'at', 'at', '10 minutes'),
			('message_threads', 'received_at', 'received_at, status, first_answered_at', '10 minutes'),
			('message_threads', 'closed_at', 'closed_at, status', '10 minutes'),
			('ratings', 'updated_at', 'updated_at, score, target_type', '10 minutes'),
			('news_reads', 'at', 'at', '10 minutes')
		) AS sources (name, moment, deciding, age)
	LOOP
		EXECUTE format('CREATE TRIGGER %sinsert AFTER INSERT ON %s FOR EACH ROW WHEN (NEW.%3$s < now() - interval %4$L)
			EXECUTE FUNCTION note_changed_moments(%3$L)', counted.prefix, counted.name, counted.moment, counted.age);
		EXECUTE format('CREATE TRIGGER %supdate AFTER UPDATE OF %s ON %s FOR EACH ROW
			WHEN (least(OLD.%4$s, NEW.%4$s) < now() - interval %5$L)
			EXECUTE FUNCTION note_changed_moments(%4$L)',
			counted.prefix, counted.deciding, counted.name, counted.moment, counted.age);
		IF counted.name <> 'member_days' THEN
			EXECUTE format('CREATE TRIGGER %sdelete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
				FOR EACH STATEMENT EXECUTE FUNCTION note_changed_moments(%L, %L)',
				counted.prefix, counted.name, counted.moment, counted.age);
		END IF;
	END LOOP;
END $do$;
