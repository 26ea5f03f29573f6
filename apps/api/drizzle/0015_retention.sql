CREATE TABLE "retention_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"days" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_periods_code_unique" UNIQUE("code"),
	CONSTRAINT "retention_periods_code" CHECK (code in ('inactive_members', 'conversations', 'rating_comments', 'audit_log')),
	CONSTRAINT "retention_periods_days" CHECK (days between 90 and 36500)
);
--> statement-breakpoint
CREATE INDEX "ratings_commented" ON "ratings" USING btree ("updated_at") WHERE comment <> '';
--> statement-breakpoint
SELECT audit_table('retention_periods', 'retention_period', '{days}', '{}', $$CASE locale
	WHEN 'fr' THEN CASE data ->> 'code' WHEN 'audit_log' THEN 'Journal d’audit' WHEN 'conversations' THEN 'Conversations closes'
		WHEN 'rating_comments' THEN 'Commentaires des évaluations' ELSE 'Membres inactifs' END
	ELSE CASE data ->> 'code' WHEN 'audit_log' THEN 'Audit log' WHEN 'conversations' THEN 'Closed conversations'
		WHEN 'rating_comments' THEN 'Comments of ratings' ELSE 'Inactive members' END END$$, is_versioned => false);
