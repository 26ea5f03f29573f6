CREATE TABLE "row_counts" (
	"key" text NOT NULL,
	"owner_id" uuid,
	"delta" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "row_counts_key" ON "row_counts" USING btree ("key","owner_id");--> statement-breakpoint
CREATE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, sum(change)
	FROM (
		SELECT is_superuser, 1 AS change FROM new_rows WHERE deleted_at IS NULL
		UNION ALL
		SELECT is_superuser, -1 FROM old_rows WHERE deleted_at IS NULL
	) AS changes
	GROUP BY 1 HAVING sum(change) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_inserted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, count(*)
	FROM new_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_deleted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, -count(*)
	FROM old_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_changed_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, owner_id, delta)
	SELECT 'items', owner_id, sum(change)
	FROM (
		SELECT owner_id, 1 AS change FROM new_rows WHERE deleted_at IS NULL
		UNION ALL
		SELECT owner_id, -1 FROM old_rows WHERE deleted_at IS NULL
	) AS changes
	GROUP BY GROUPING SETS ((owner_id), ()) HAVING sum(change) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, owner_id, delta)
	SELECT 'items', owner_id, count(*) FROM new_rows WHERE deleted_at IS NULL
	GROUP BY GROUPING SETS ((owner_id), ()) HAVING count(*) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, owner_id, delta)
	SELECT 'items', owner_id, -count(*) FROM old_rows WHERE deleted_at IS NULL
	GROUP BY GROUPING SETS ((owner_id), ()) HAVING count(*) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_counted_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_users();--> statement-breakpoint
CREATE TRIGGER users_counted_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_users();--> statement-breakpoint
CREATE TRIGGER users_counted_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_users();--> statement-breakpoint
CREATE TRIGGER items_counted_update AFTER UPDATE ON items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_items();--> statement-breakpoint
CREATE TRIGGER items_counted_insert AFTER INSERT ON items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_items();--> statement-breakpoint
CREATE TRIGGER items_counted_delete AFTER DELETE ON items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_items();--> statement-breakpoint
INSERT INTO row_counts (key, delta)
SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, count(*)
FROM users WHERE deleted_at IS NULL GROUP BY 1;--> statement-breakpoint
INSERT INTO row_counts (key, owner_id, delta)
SELECT 'items', owner_id, count(*) FROM items WHERE deleted_at IS NULL
GROUP BY GROUPING SETS ((owner_id), ()) HAVING count(*) > 0;
