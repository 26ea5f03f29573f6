-- The tables of before become the first partitions, with all their rows: nothing is read, since the constraints tell that
-- the rows belong there.
LOCK TABLE audit_logs, broadcast_deliveries;
--> statement-breakpoint
DROP TRIGGER audit_logs_kept ON audit_logs;
--> statement-breakpoint
DROP TRIGGER audit_logs_counted_insert ON audit_logs;
--> statement-breakpoint
DROP TRIGGER audit_logs_counted_delete ON audit_logs;
--> statement-breakpoint
DROP TRIGGER audit_logs_notify ON audit_logs;
--> statement-breakpoint
ALTER TABLE audit_logs DROP CONSTRAINT audit_logs_pkey;
--> statement-breakpoint
ALTER TABLE audit_logs ADD CONSTRAINT audit_logs_id_at_pk PRIMARY KEY USING INDEX audit_logs_id_at_pk;
--> statement-breakpoint
ALTER TABLE audit_logs SET SCHEMA partitions;
--> statement-breakpoint
ALTER TABLE broadcast_deliveries SET SCHEMA partitions;
--> statement-breakpoint
CREATE TABLE audit_logs (
	LIKE partitions.audit_logs INCLUDING DEFAULTS INCLUDING IDENTITY,
	CONSTRAINT audit_logs_id_at_pk PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
--> statement-breakpoint
CREATE TABLE broadcast_deliveries (
	LIKE partitions.broadcast_deliveries INCLUDING DEFAULTS,
	CONSTRAINT broadcast_deliveries_broadcast_id_device_id_pk PRIMARY KEY (broadcast_id, device_id),
	CONSTRAINT broadcast_deliveries_status CHECK (
		status IN ('pending', 'sending', 'sent', 'failed', 'invalid', 'skipped', 'cancelled')
	)
) PARTITION BY RANGE (broadcast_id);
--> statement-breakpoint
SELECT setval('audit_logs_id_seq', last_value) FROM partitions.audit_logs_id_seq;
--> statement-breakpoint
ALTER TABLE partitions.audit_logs ALTER COLUMN id DROP IDENTITY;
--> statement-breakpoint
-- Instances of the previous version keep running during the update and need the same grants.
DO $do$
DECLARE
	granted record;
BEGIN
	FOR granted IN
		SELECT relname, privilege_type, grantee::regrole AS role FROM pg_class, aclexplode(relacl)
		WHERE pg_class.oid IN ('partitions.audit_logs'::regclass, 'partitions.broadcast_deliveries'::regclass)
			AND grantee <> relowner
	LOOP
		EXECUTE format('GRANT %s ON public.%I TO %s', granted.privilege_type, granted.relname, granted.role);
	END LOOP;
END $do$;
--> statement-breakpoint
CREATE INDEX audit_logs_newest ON audit_logs (at DESC NULLS FIRST, id DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX audit_logs_entity ON audit_logs (entity_type, entity_id, at DESC NULLS FIRST, id DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX audit_logs_actor ON audit_logs (actor_id, at DESC NULLS FIRST, id DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX audit_logs_origin ON audit_logs (at) WHERE ip IS NOT NULL;
--> statement-breakpoint
CREATE INDEX audit_logs_request ON audit_logs (request_id);
--> statement-breakpoint
CREATE INDEX audit_logs_search ON audit_logs
	USING gin (lower(f_unaccent(coalesce(entity_labels ->> 'fr', '') || E'\n' || coalesce(entity_labels ->> 'en', '')
		|| E'\n' || coalesce(actor_label, ''))) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX broadcast_deliveries_open ON broadcast_deliveries (broadcast_id, not_before)
	WHERE status IN ('pending', 'sending');
--> statement-breakpoint
CREATE INDEX broadcast_deliveries_opened ON broadcast_deliveries (broadcast_id, opened_at) WHERE opened_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX broadcast_deliveries_receipts ON broadcast_deliveries (receipt_after) WHERE receipt_after IS NOT NULL;
--> statement-breakpoint
CREATE INDEX broadcast_deliveries_user ON broadcast_deliveries (user_id, broadcast_id);
--> statement-breakpoint
-- As they were.
CREATE TRIGGER audit_logs_kept BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION keep_audit_logs();
--> statement-breakpoint
CREATE TRIGGER audit_logs_not_truncated BEFORE TRUNCATE ON audit_logs
	FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_logs();
--> statement-breakpoint
CREATE TRIGGER audit_logs_counted_insert AFTER INSERT ON audit_logs
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');
--> statement-breakpoint
CREATE TRIGGER audit_logs_counted_delete AFTER DELETE ON audit_logs
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');
--> statement-breakpoint
CREATE TRIGGER audit_logs_notify AFTER INSERT ON audit_logs
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_audited();
--> statement-breakpoint
-- Triggers of statements are not those of the partitions.
CREATE TRIGGER audit_logs_not_truncated BEFORE TRUNCATE ON partitions.audit_logs_rest
	FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_logs();
--> statement-breakpoint
-- Named by their last month, `audit_logs_until_2027_01`; those that follow by their month, `audit_logs_2027_02`.
DO $do$
DECLARE
	ends timestamptz;
	parent text;
	first text;
BEGIN
	SELECT substring(pg_get_constraintdef(oid) FROM '''(.*)''') INTO STRICT ends FROM pg_constraint
	WHERE conname = 'audit_logs_end';
	FOR parent IN VALUES ('audit_logs'), ('broadcast_deliveries') LOOP
		first := parent || to_char(ends AT TIME ZONE 'UTC' - interval '1 month', '"_until_"YYYY_MM');
		EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', parent, first);
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)',
			parent, first, CASE parent WHEN 'audit_logs' THEN ends::text ELSE first_uuid(ends)::text END);
		EXECUTE format('ALTER TABLE partitions.%I DROP CONSTRAINT %I', first, parent || '_end');
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I DEFAULT', parent, parent || '_rest');
	END LOOP;
END $do$;
--> statement-breakpoint
-- The partitions of months, and when they end.
CREATE FUNCTION months_of(parent text) RETURNS TABLE (name text, ends timestamptz) LANGUAGE sql STABLE AS $$
	SELECT relname, (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
	FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
	WHERE inhparent = ('public.' || parent)::regclass AND relname <> parent || '_rest'
$$;
--> statement-breakpoint
-- Adds the partition of the month after the last one, and moves the rows there that are of this month already. It
-- locks the table. The rows are moved between partitions directly, so that no trigger logs or counts them again.
CREATE FUNCTION add_month(parent text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	month timestamp := (SELECT max(ends) FROM months_of(parent)) AT TIME ZONE 'UTC';
	bounds timestamptz[] := ARRAY[month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'];
	name text := parent || to_char(month, '_YYYY_MM');
	rest text := parent || '_rest';
	low text := bounds[1];
	high text := bounds[2];
	is_theirs text;
BEGIN
	IF parent = 'broadcast_deliveries' THEN
		low := first_uuid(bounds[1]);
		high := first_uuid(bounds[2]);
	END IF;
	is_theirs := format('%I >= %L AND %1$I < %3$L',
		CASE parent WHEN 'audit_logs' THEN 'at' ELSE 'broadcast_id' END, low, high);
	EXECUTE format('ALTER TABLE %I DETACH PARTITION partitions.%I', parent, rest);
	EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', name, parent, low, high);
	EXECUTE format('INSERT INTO partitions.%I OVERRIDING SYSTEM VALUE SELECT * FROM partitions.%I WHERE %s', name, rest, is_theirs);
	EXECUTE format('DELETE FROM partitions.%I WHERE %s', rest, is_theirs);
	EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I DEFAULT', parent, rest);
	IF parent = 'audit_logs' THEN
		EXECUTE format('CREATE TRIGGER audit_logs_not_truncated BEFORE TRUNCATE ON partitions.%I
			FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_logs()', name);
	END IF;
END $$;
--> statement-breakpoint
-- Adds the partitions of the next three months; with the owner's rights, since the service's role may create no tables.
-- A long read of such a table is not waited for, because everybody else would wait behind it: the next call adds them.
CREATE FUNCTION add_months() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
	parent text;
BEGIN
	FOR parent IN VALUES ('audit_logs'), ('broadcast_deliveries') LOOP
		WHILE (SELECT max(ends) FROM months_of(parent)) < now() + interval '3 months' LOOP
			PERFORM add_month(parent);
		END LOOP;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	NULL;
END $$;
--> statement-breakpoint
-- As before, except that the entry of an erasure is looked for among those of now, when its transaction began: a search of
-- every month, for each entry that loses its values, would take several times as long.
CREATE OR REPLACE FUNCTION keep_audit_logs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	personal text[] := '{entity_labels,actor_label,ip,user_agent,changes}';
	is_erased boolean;
	is_by_nobody boolean;
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - audit_retention() THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
		is_erased := EXISTS (SELECT FROM audit.tables WHERE entity = OLD.entity_type AND is_personal)
			AND EXISTS (SELECT FROM audit_logs WHERE at BETWEEN now() - interval '1 second' AND now() + interval '1 second'
				AND entity_type = OLD.entity_type AND entity_id = OLD.entity_id AND action = 'erased');
		is_by_nobody := OLD.actor_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.actor_id);
		IF (NEW.entity_labels IS NOT DISTINCT FROM OLD.entity_labels OR (NEW.entity_labels IS NULL AND is_erased))
			AND (NEW.changes = OLD.changes OR (NEW.changes = audit_without_values(OLD.changes) AND is_erased))
			AND (NEW.actor_label IS NOT DISTINCT FROM OLD.actor_label OR (NEW.actor_label IS NULL AND is_by_nobody))
			AND ((NEW.ip, NEW.user_agent) IS NOT DISTINCT FROM (OLD.ip, OLD.user_agent)
				OR (NEW.ip IS NULL AND NEW.user_agent IS NULL AND (is_by_nobody OR OLD.at < now() - interval '90 days'))) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'audit_logs can only be added to' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
-- As before, except that a month of which no entry is kept any more is dropped at once, one by each call that answers
-- `at_once`; unless a long read is at work. Only one of these runs at a time: none deletes what another one counts.
CREATE OR REPLACE FUNCTION forget_audit_logs(at_once integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
	month text;
	ended integer;
	emptied integer;
BEGIN
	IF NOT pg_try_advisory_xact_lock(hashtext('forget_audit_logs')) THEN
		RETURN 0;
	END IF;
	SELECT name INTO month FROM months_of('audit_logs') WHERE ends < now() - audit_retention() ORDER BY ends LIMIT 1;
	IF FOUND THEN
		BEGIN
			EXECUTE format('INSERT INTO row_counts (key, delta) SELECT %L, -count(*) FROM partitions.%I HAVING count(*) > 0',
				'audit_logs', month);
			EXECUTE format('DROP TABLE partitions.%I', month);
			RETURN at_once;
		EXCEPTION WHEN lock_not_available THEN
			NULL;
		END;
	END IF;
	DELETE FROM audit_logs WHERE (at, id) IN (
		SELECT at, id FROM audit_logs WHERE at < now() - audit_retention() ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS ended = ROW_COUNT;
	UPDATE audit_logs SET ip = NULL, user_agent = NULL WHERE (at, id) IN (
		SELECT at, id FROM audit_logs WHERE at < now() - interval '90 days' AND ip IS NOT NULL
		ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS emptied = ROW_COUNT;
	RETURN greatest(ended, emptied);
END $$;
--> statement-breakpoint
SELECT add_months();
