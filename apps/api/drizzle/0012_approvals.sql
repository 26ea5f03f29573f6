CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"broadcast_id" uuid,
	"news_id" uuid,
	"version" integer NOT NULL,
	"titles" jsonb NOT NULL,
	"note" text NOT NULL,
	"plan" jsonb,
	"due_at" timestamp (3) with time zone,
	"devices" integer,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_by" uuid,
	"held_at" timestamp (3) with time zone,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "approvals_subject" CHECK (num_nonnulls(broadcast_id, news_id) = 1),
	CONSTRAINT "approvals_decision" CHECK (decision in ('approved', 'sent_back', 'withdrawn', 'outdated')),
	CONSTRAINT "approvals_decided" CHECK ((decision is null) = (decided_at is null))
);
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind";--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_about";--> statement-breakpoint
DROP INDEX "alerts_unread";--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "alert_broadcast_approval" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "alert_news_approval" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "approval_id" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "is_approved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_news_id_news_articles_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree (coalesce(broadcast_id, news_id)) WHERE decision is null;--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("asked_at","id") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "approvals_broadcast" ON "approvals" USING btree ("broadcast_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_news" ON "approvals" USING btree ("news_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_asked_by" ON "approvals" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "approvals_decided_by" ON "approvals" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_approval" ON "alerts" USING btree ("approval_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_unread" ON "alerts" USING btree ("user_id","kind",coalesce(thread_id, broadcast_id, approval_id)) WHERE read_at is null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind" CHECK (kind IN ('assigned', 'answered', 'mentioned', 'broadcast', 'broadcast_approval', 'news_approval'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_about" CHECK (num_nonnulls(thread_id, broadcast_id, approval_id) = 1);--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_approved" CHECK (not is_approved or status not in ('draft', 'missed'));
--> statement-breakpoint
UPDATE roles SET permissions = '{daily_messages.read,daily_messages.write,
	news.read,news.write,news.publish,news.approve,broadcasts.read,broadcasts.write}' WHERE key = 'editor';
--> statement-breakpoint
UPDATE roles SET permissions = '{daily_messages.read,news.read,
	broadcasts.read,broadcasts.write,broadcasts.send,broadcasts.approve}' WHERE key = 'sender';
--> statement-breakpoint
-- Ends the open request for approval when its push or article changes.
CREATE FUNCTION end_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE approvals SET decision = 'outdated', decided_at = now(), decided_by = (audit_context() ->> 'actor_id')::uuid
	WHERE coalesce(broadcast_id, news_id) = NEW.id AND decision IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER broadcasts_end_approvals AFTER UPDATE ON broadcasts FOR EACH ROW
	WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION end_approvals();
--> statement-breakpoint
CREATE TRIGGER news_articles_end_approvals AFTER UPDATE ON news_articles FOR EACH ROW
	WHEN ((OLD.version, OLD.status, OLD.live_revision_id, OLD.deleted_at)
		IS DISTINCT FROM (NEW.version, NEW.status, NEW.live_revision_id, NEW.deleted_at))
	EXECUTE FUNCTION end_approvals();
--> statement-breakpoint
DROP FUNCTION alert_user;
--> statement-breakpoint
-- Alerts somebody of the team of what somebody else caused, if they may read about it and have not turned this kind off.
CREATE FUNCTION alert_user(recipient uuid, about text, thread uuid, broadcast uuid, approval uuid DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
	INSERT INTO alerts (id, user_id, kind, thread_id, broadcast_id, approval_id, actor_id, created_at)
	SELECT gen_random_uuid(), users.id, about, thread, broadcast, approval, actor.id, now()
	FROM users
	LEFT JOIN preferences ON preferences.user_id = users.id
	CROSS JOIN (SELECT (audit_context() ->> 'actor_id')::uuid AS id) AS actor
	WHERE users.id = recipient AND actor.id IS DISTINCT FROM recipient
		AND account_can(recipient, CASE WHEN about LIKE 'broadcast%' THEN 'broadcasts.read'
			WHEN about = 'news_approval' THEN 'news.read' ELSE 'messages.read' END)
		AND coalesce((to_jsonb(preferences) ->> ('alert_' || about))::boolean, true)
	ON CONFLICT (user_id, kind, coalesce(thread_id, broadcast_id, approval_id)) WHERE read_at IS NULL
		DO UPDATE SET created_at = excluded.created_at, actor_id = excluded.actor_id
$$;
--> statement-breakpoint
-- Alerts approvers to a new request, and its author to the decision.
CREATE FUNCTION alert_of_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	noun text := CASE WHEN NEW.news_id IS NULL THEN 'broadcast' ELSE 'news' END;
BEGIN
	IF NEW.decision IS NULL THEN
		PERFORM alert_user(users.id, noun || '_approval', NULL, NULL, NEW.id)
		FROM users
		WHERE is_team AND deleted_at IS NULL
			AND account_can(users.id, CASE noun WHEN 'news' THEN 'news.approve' ELSE 'broadcasts.approve' END)
			AND users.id IS DISTINCT FROM NEW.asked_by
			AND NOT EXISTS (SELECT FROM broadcasts AS written
				WHERE written.id = NEW.broadcast_id AND users.id IN (written.created_by, written.updated_by))
			AND NOT EXISTS (SELECT FROM news_articles AS written
				WHERE written.id = NEW.news_id AND users.id IN (written.created_by, written.updated_by));
	END IF;
	IF NEW.decision IS NOT NULL OR NEW.held_at IS NOT NULL THEN
		PERFORM alert_user(NEW.asked_by, noun || '_approval', NULL, NULL, NEW.id);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_alert_insert AFTER INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION alert_of_approval();
--> statement-breakpoint
-- Nobody acts when a request is held, so both sides are alerted.
CREATE TRIGGER approvals_alert_update AFTER UPDATE ON approvals FOR EACH ROW
	WHEN ((OLD.held_at, OLD.decision) IS DISTINCT FROM (NEW.held_at, NEW.decision)
		AND NEW.decision IS DISTINCT FROM 'withdrawn')
	EXECUTE FUNCTION alert_of_approval();
--> statement-breakpoint
SELECT audit_table('approvals', 'approval', '{note,devices,due_at,held_at,decision,comment}', '{}',
	$$text_in(data -> 'titles', 'title', locale)$$, is_versioned => false);
