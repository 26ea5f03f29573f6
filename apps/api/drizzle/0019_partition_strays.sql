-- Deliveries and audit entries get a partition for each month (0058). The present table becomes the first partition, where
-- its rows stay: moving them would lock it for minutes. Four files, so that none locks it longer than a moment.

-- Of the partitions. The service's role has no rights on this schema: it uses the tables that they belong to, whose
-- triggers protect and count the rows.
CREATE SCHEMA partitions;
--> statement-breakpoint
-- The UUID, of version 7, before all of a moment.
CREATE FUNCTION first_uuid(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
	SELECT rpad(lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
--> statement-breakpoint
-- Rows of no month that has a partition: of a clock that jumped.
CREATE TABLE partitions.audit_logs_rest (LIKE audit_logs INCLUDING DEFAULTS);
--> statement-breakpoint
CREATE TABLE partitions.broadcast_deliveries_rest (LIKE broadcast_deliveries INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
--> statement-breakpoint
-- The first partition ends with the next month, not with this one: the last of the four files may wait until then.
DO $do$
DECLARE
	ends timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
BEGIN
	LOCK TABLE audit_logs, broadcast_deliveries;
	ALTER TABLE audit_logs DISABLE TRIGGER USER;
	WITH strays AS (DELETE FROM audit_logs WHERE at >= ends RETURNING *)
	INSERT INTO partitions.audit_logs_rest SELECT * FROM strays;
	ALTER TABLE audit_logs ENABLE TRIGGER USER;
	WITH strays AS (DELETE FROM broadcast_deliveries WHERE broadcast_id >= first_uuid(ends) RETURNING *)
	INSERT INTO partitions.broadcast_deliveries_rest SELECT * FROM strays;
	EXECUTE format('ALTER TABLE audit_logs ADD CONSTRAINT audit_logs_end CHECK (at < %L) NOT VALID', ends);
	EXECUTE format('ALTER TABLE broadcast_deliveries ADD CONSTRAINT broadcast_deliveries_end
		CHECK (broadcast_id < %L) NOT VALID', first_uuid(ends));
END $do$;
