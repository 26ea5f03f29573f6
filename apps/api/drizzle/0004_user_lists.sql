DROP INDEX "users_newest";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
DROP INDEX "users_by_last_seen";--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_living_by_role" ON "users" USING btree ("is_superuser","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_name_desc" ON "users" USING btree (lower(f_unaccent(full_name)) desc nulls last,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_seen_desc" ON "users" USING btree ("last_seen_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower(f_unaccent(full_name)),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_seen" ON "users" USING btree ("last_seen_at","id") WHERE deleted_at is null;