CREATE TABLE "broadcast_deliveries" (
	"broadcast_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"locale" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error_code" text,
	"provider_id" text,
	"claim" uuid,
	"sent_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "broadcast_deliveries_broadcast_id_device_id_pk" PRIMARY KEY("broadcast_id","device_id"),
	CONSTRAINT "broadcast_deliveries_status" CHECK (status in ('pending', 'sending', 'sent', 'failed', 'invalid', 'skipped', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"translations" jsonb NOT NULL,
	"missing_locale" text NOT NULL,
	"audience" jsonb,
	"link" text,
	"urgent" boolean DEFAULT false NOT NULL,
	"ttl_seconds" integer NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid,
	"is_claimed" boolean DEFAULT false NOT NULL,
	"schedule_mode" text,
	"scheduled_local" text,
	"time_zone" text,
	"scheduled_at" timestamp (3) with time zone,
	"late_policy" text DEFAULT 'skip' NOT NULL,
	"targeted" integer,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"setbacks" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"progressed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	"sent_by" uuid,
	CONSTRAINT "broadcasts_status" CHECK (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'missed', 'cancelled')),
	CONSTRAINT "broadcasts_category" CHECK (category in ('announcement', 'news', 'daily', 'service')),
	CONSTRAINT "broadcasts_source" CHECK (source in ('manual', 'news', 'daily')),
	CONSTRAINT "broadcasts_missing_locale" CHECK (missing_locale in ('fallback', 'skip')),
	CONSTRAINT "broadcasts_late_policy" CHECK (late_policy in ('skip', 'send')),
	CONSTRAINT "broadcasts_schedule_mode" CHECK (schedule_mode in ('now', 'at', 'local'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"installation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"provider" text NOT NULL,
	"token" text NOT NULL,
	"token_hash" text NOT NULL,
	"locale" text NOT NULL,
	"time_zone" text,
	"app_version" text,
	"os_version" text,
	"model" text,
	"push_permission" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"muted_until" timestamp (3) with time zone,
	CONSTRAINT "devices_platform" CHECK (platform in ('ios', 'android', 'web')),
	CONSTRAINT "devices_provider" CHECK (provider in ('fcm', 'expo', 'webpush')),
	CONSTRAINT "devices_locale" CHECK (locale in ('fr', 'en')),
	CONSTRAINT "devices_push_permission" CHECK (push_permission in ('granted', 'denied', 'unknown')),
	CONSTRAINT "devices_app_version" CHECK (app_version ~ '^\d{1,6}(\.\d{1,6}){0,3}$')
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"announcement" boolean DEFAULT true NOT NULL,
	"news" boolean DEFAULT true NOT NULL,
	"daily" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "local_pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"token" text NOT NULL,
	"collapse_id" text NOT NULL,
	"locale" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_deliveries_open" ON "broadcast_deliveries" USING btree ("broadcast_id","not_before") WHERE status in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "broadcast_deliveries_user" ON "broadcast_deliveries" USING btree ("user_id","broadcast_id");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcasts_source" ON "broadcasts" USING btree ("source","source_id") WHERE is_claimed and source <> 'manual';--> statement-breakpoint
CREATE INDEX "broadcasts_at_work" ON "broadcasts" USING btree ("status","scheduled_at") WHERE finished_at is null and status in ('scheduled', 'sending', 'cancelled');--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree (coalesce(started_at, scheduled_at, created_at) desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "broadcasts_created_by" ON "broadcasts" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "broadcasts_updated_by" ON "broadcasts" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "broadcasts_sent_by" ON "broadcasts" USING btree ("sent_by");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_installation" ON "devices" USING btree ("installation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token" ON "devices" USING btree ("provider","token_hash") WHERE disabled_at is null;--> statement-breakpoint
CREATE INDEX "devices_newest" ON "devices" USING btree ("last_seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "local_pushes_newest" ON "local_pushes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id") INCLUDE ("platform","locale","push_permission","last_seen_at","disabled_at","muted_until");--> statement-breakpoint
-- Until when pushes must not reach an account: without end while it is in the trash or deactivated for good.
CREATE FUNCTION muted_until(deleted_at timestamptz, is_active boolean, deactivated_until timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN deleted_at IS NOT NULL THEN 'infinity'
		WHEN NOT is_active THEN coalesce(deactivated_until, 'infinity') END
$$;--> statement-breakpoint
-- Mutes the devices of members who are deactivated or put in the trash, in the same transaction, whoever does it.
CREATE FUNCTION mute_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE devices SET muted_until = changed.after
	FROM (
		SELECT id, muted_until(new_rows.deleted_at, new_rows.is_active, new_rows.deactivated_until) AS after,
			muted_until(old_rows.deleted_at, old_rows.is_active, old_rows.deactivated_until) AS before
		FROM new_rows JOIN old_rows USING (id)
	) AS changed
	WHERE devices.user_id = changed.id AND changed.after IS DISTINCT FROM changed.before;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_mute_devices AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mute_devices();
--> statement-breakpoint
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
		WHEN 'broadcast' THEN coalesce(nullif("row" ->> 'name', ''),
			nullif("row" #>> '{translations,fr,title}', ''), "row" #>> '{translations,en,title}')
	END, 255)
$$;--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_insert AFTER INSERT ON broadcasts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_update AFTER UPDATE ON broadcasts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');--> statement-breakpoint
CREATE TRIGGER broadcasts_audited_delete AFTER DELETE ON broadcasts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('broadcast', '{name,category,status,translations,missing_locale,audience,link,urgent,ttl_seconds,source,source_id,schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}');--> statement-breakpoint
-- Tells every instance of a change of a row, by its id alone. The argument is the entity. What leaves `version` as
-- it is, is the row's progress.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"row" jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
	event text := CASE WHEN TG_OP = 'UPDATE' AND to_jsonb(OLD) -> 'version' = to_jsonb(NEW) -> 'version'
		THEN TG_ARGV[0] || '.progress' ELSE 'changed' END;
BEGIN
	PERFORM pg_notify('agora_events', json_build_object('event', event, 'entity', TG_ARGV[0], 'id', "row" -> 'id',
		'version', "row" -> 'version', 'by', "row" -> 'updated_by')::text);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER broadcasts_notify AFTER INSERT OR UPDATE OR DELETE ON broadcasts FOR EACH ROW EXECUTE FUNCTION notify_change('broadcast');--> statement-breakpoint
-- Tells every instance which sessions have ended; of more than a few, that some have.
CREATE FUNCTION notify_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM old_rows) > 100 THEN
		PERFORM pg_notify('agora_events', '{"event": "sessions_ended"}');
	ELSE
		PERFORM pg_notify('agora_events', json_build_object('event', 'session_ended', 'id', id)::text) FROM old_rows;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_notify AFTER DELETE ON sessions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();
