CREATE TABLE "last_backup" (
	"is_last" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "last_backup_once" CHECK ("last_backup"."is_last")
);
