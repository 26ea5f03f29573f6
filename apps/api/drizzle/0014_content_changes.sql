DROP INDEX "news_live_pinned";--> statement-breakpoint
CREATE INDEX "news_live_ends" ON "news_live" USING btree ("locale","visible_to") WHERE visible_to is not null;--> statement-breakpoint
CREATE INDEX "news_live_pinned" ON "news_live" USING btree ("locale","pinned_until") WHERE pinned_until is not null;--> statement-breakpoint
-- Counts the statements that change content, so that whoever remembers it knows when to read it again. The argument
-- is its name. Nobody waits for anybody, and whoever reads sees the number of exactly the changes that they see.
CREATE FUNCTION count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta) VALUES ('changes:' || TG_ARGV[0], 1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER daily_messages_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON daily_messages FOR EACH STATEMENT EXECUTE FUNCTION count_changes('daily_messages');--> statement-breakpoint
CREATE TRIGGER daily_message_issues_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON daily_message_issues FOR EACH STATEMENT EXECUTE FUNCTION count_changes('daily_messages');--> statement-breakpoint
CREATE TRIGGER news_live_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_live FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');--> statement-breakpoint
CREATE TRIGGER news_categories_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_categories FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');--> statement-breakpoint
CREATE TRIGGER news_slugs_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_slugs FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');
