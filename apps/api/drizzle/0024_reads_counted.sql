-- Counts rows of a table for each user whose they are, under the key that is the argument.
CREATE FUNCTION count_rows_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, owner_id, delta) SELECT TG_ARGV[0], user_id, count(*) FROM new_rows GROUP BY user_id;
	ELSE
		INSERT INTO row_counts (key, owner_id, delta) SELECT TG_ARGV[0], user_id, -count(*) FROM old_rows GROUP BY user_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER news_reads_counted_insert AFTER INSERT ON news_reads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_users('news_reads');--> statement-breakpoint
CREATE TRIGGER news_reads_counted_delete AFTER DELETE ON news_reads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_users('news_reads');--> statement-breakpoint
INSERT INTO row_counts (key, owner_id, delta) SELECT 'news_reads', user_id, count(*) FROM news_reads GROUP BY user_id;
