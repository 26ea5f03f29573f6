CREATE TABLE "device_counts" (
	"platform" text NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text,
	"app_version" text,
	"takes_pushes" boolean NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"delta" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("id") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "devices_apart" ON "devices" USING btree ("user_id") INCLUDE ("platform","locale","time_zone","app_version","push_permission","last_seen_at","disabled_at","muted_until") WHERE apart or muted_until is not null;--> statement-breakpoint
-- The name of a time zone, if there are rules for it: unlike the list of all, it reads no other's.
CREATE FUNCTION known_time_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
	PERFORM now() AT TIME ZONE name;
	RETURN name;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN NULL;
END $$;--> statement-breakpoint
-- What says whether pushes reach a member waits for what else does, before it holds any other row.
CREATE FUNCTION lock_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	RETURN NEW;
END $$;--> statement-breakpoint
-- The same, and mutes a device that comes while its member is being deactivated or put in the trash.
CREATE FUNCTION mute_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT muted_until(deleted_at, is_active, deactivated_until) INTO NEW.muted_until
	FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	RETURN NEW;
END $$;--> statement-breakpoint
-- Sets apart the devices of a member who has several or has declined something, and no others. Whoever calls it has
-- locked the member, so that of two changes at once the later one sees both.
CREATE FUNCTION set_devices_apart(member uuid) RETURNS void LANGUAGE sql AS $$
	UPDATE devices SET apart = now.apart
	FROM (
		SELECT count(*) > 1 OR EXISTS (
			SELECT FROM notification_preferences WHERE user_id = member AND NOT (announcement AND news AND daily)
		) AS apart
		FROM devices WHERE user_id = member
	) AS now
	WHERE devices.user_id = member AND devices.apart <> now.apart
$$;--> statement-breakpoint
CREATE FUNCTION set_devices_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_devices_apart(NEW.user_id);
	RETURN NULL;
END $$;--> statement-breakpoint
-- Waits for nobody, lest two wait for each other: a device that stays apart for no reason is counted all the same.
CREATE FUNCTION set_devices_together() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id = OLD.user_id FOR NO KEY UPDATE SKIP LOCKED;
	IF FOUND THEN
		PERFORM set_devices_apart(OLD.user_id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER devices_coming BEFORE INSERT OR UPDATE OF user_id ON devices FOR EACH ROW EXECUTE FUNCTION mute_device();--> statement-breakpoint
CREATE TRIGGER preferences_coming BEFORE INSERT OR UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION lock_owner();--> statement-breakpoint
CREATE TRIGGER devices_gained AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION set_devices_apart();--> statement-breakpoint
CREATE TRIGGER devices_moved AFTER UPDATE ON devices FOR EACH ROW WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION set_devices_apart();--> statement-breakpoint
CREATE TRIGGER devices_left AFTER UPDATE ON devices FOR EACH ROW WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION set_devices_together();--> statement-breakpoint
CREATE TRIGGER devices_lost AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION set_devices_together();--> statement-breakpoint
CREATE TRIGGER preferences_chosen AFTER INSERT OR UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION set_devices_apart();--> statement-breakpoint
-- What were taken for names of zones and are abbreviations, which no other clock agrees with PostgreSQL about.
UPDATE devices SET time_zone = NULL WHERE upper(time_zone) IN (
	SELECT abbrev FROM pg_timezone_abbrevs WHERE abbrev NOT IN ('UTC', 'GMT', 'EST', 'MST', 'HST'));--> statement-breakpoint
UPDATE preferences SET time_zone = NULL WHERE upper(time_zone) IN (
	SELECT abbrev FROM pg_timezone_abbrevs WHERE abbrev NOT IN ('UTC', 'GMT', 'EST', 'MST', 'HST'));--> statement-breakpoint
UPDATE devices SET muted_until = muted_until(deleted_at, is_active, deactivated_until)
FROM users WHERE users.id = user_id AND muted_until IS NULL AND (deleted_at IS NOT NULL OR NOT is_active);--> statement-breakpoint
UPDATE devices SET apart = true WHERE user_id IN (
	SELECT user_id FROM devices GROUP BY user_id HAVING count(*) > 1
	UNION
	SELECT user_id FROM notification_preferences WHERE NOT (announcement AND news AND daily)
);--> statement-breakpoint
-- What a device is counted as, if it is.
CREATE FUNCTION counted_as(device devices, delta bigint) RETURNS device_counts LANGUAGE sql STABLE AS $$
	SELECT ROW(device.platform, device.locale, device.time_zone, device.app_version,
		device.disabled_at IS NULL AND device.push_permission <> 'denied',
		date_trunc('day', device.last_seen_at, 'UTC'), delta)::device_counts
	WHERE NOT device.apart AND device.muted_until IS NULL
$$;--> statement-breakpoint
CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF counted_as(OLD, 1) IS DISTINCT FROM counted_as(NEW, 1) THEN
		INSERT INTO device_counts
		SELECT change.* FROM unnest(ARRAY[counted_as(OLD, -1), counted_as(NEW, 1)]) AS change
		WHERE change.delta IS NOT NULL;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER devices_counted AFTER INSERT OR UPDATE OR DELETE ON devices FOR EACH ROW EXECUTE FUNCTION count_device();--> statement-breakpoint
INSERT INTO device_counts
SELECT counted.platform, counted.locale, counted.time_zone, counted.app_version, counted.takes_pushes,
	counted.last_seen_at, sum(counted.delta)
FROM devices, counted_as(devices, 1) AS counted WHERE counted.delta IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
