DROP INDEX CONCURRENTLY IF EXISTS "audit_logs_id_at_pk";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_logs_id_at_pk" ON "audit_logs" ("id", "at");
