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
-- Notes past moments at which a row counts no longer, or now. A row of today changes nothing that is summed up.
--   table, column  where the moment is: in this row, or in those that belong to this account
--   age            from which on moments may be summed up, at least half an hour less
CREATE FUNCTION note_changed_moments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	source text := TG_ARGV[0] || '.' || TG_ARGV[1];
	latest timestamptz := now() - TG_ARGV[2]::interval;
BEGIN
	IF TG_ARGV[0] = TG_TABLE_NAME THEN
		INSERT INTO changed_moments (source, at)
		SELECT DISTINCT source, (counted ->> TG_ARGV[1])::timestamptz
		FROM (VALUES (to_jsonb(OLD)), (to_jsonb(NEW))) AS versions (counted)
		WHERE (counted ->> TG_ARGV[1])::timestamptz < latest;
	ELSE
		EXECUTE format('INSERT INTO changed_moments (source, at) SELECT $1, %2$I FROM %1$I WHERE user_id = $2 AND %2$I < $3',
			TG_ARGV[0], TG_ARGV[1]) USING source, OLD.id, latest;
	END IF;
	RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER users_created_at_changed
	AFTER INSERT OR DELETE OR UPDATE OF created_at, is_superuser, deleted_at ON users
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('users', 'created_at', '10 minutes');
--> statement-breakpoint
-- Only days of members who have not come back for thirty days are read.
CREATE TRIGGER users_last_seen_at_changed
	AFTER INSERT OR DELETE OR UPDATE OF last_seen_at, is_superuser, deleted_at ON users
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('users', 'last_seen_at', '28 days');
--> statement-breakpoint
-- Before the foreign key deletes them.
CREATE TRIGGER users_member_days_changed BEFORE DELETE OR UPDATE OF is_superuser, deleted_at ON users
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('member_days', 'at', '10 minutes');
--> statement-breakpoint
CREATE TRIGGER member_days_changed AFTER INSERT OR UPDATE ON member_days
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('member_days', 'at', '10 minutes');
--> statement-breakpoint
CREATE TRIGGER message_threads_received_at_changed
	AFTER INSERT OR DELETE OR UPDATE OF received_at, status, first_answered_at ON message_threads
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('message_threads', 'received_at', '10 minutes');
--> statement-breakpoint
CREATE TRIGGER message_threads_closed_at_changed AFTER INSERT OR DELETE OR UPDATE OF closed_at, status ON message_threads
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('message_threads', 'closed_at', '10 minutes');
--> statement-breakpoint
CREATE TRIGGER ratings_changed AFTER INSERT OR DELETE OR UPDATE OF updated_at, score, target_type ON ratings
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('ratings', 'updated_at', '10 minutes');
--> statement-breakpoint
CREATE TRIGGER news_reads_changed AFTER INSERT OR DELETE OR UPDATE ON news_reads
	FOR EACH ROW EXECUTE FUNCTION note_changed_moments('news_reads', 'at', '10 minutes');
