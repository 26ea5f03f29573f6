DROP INDEX "news_live_newest";--> statement-breakpoint
CREATE INDEX "news_live_newest" ON "news_live" USING btree ("locale","visible_from","article_id","visible_to");