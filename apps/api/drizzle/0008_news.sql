-- How the words of readers of a language are reduced to stems, for searches.
CREATE FUNCTION news_language(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE locale WHEN 'fr' THEN 'pg_catalog.french'::regconfig ELSE 'pg_catalog.english'::regconfig END
$$;--> statement-breakpoint
-- Every text of an article that people read, in both languages, for searches.
CREATE FUNCTION news_text(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(string_agg(text, E'\n'), '')
	FROM jsonb_array_elements_text(
		jsonb_path_query_array(content, 'strict $.translations.*.keyvalue() ? (@.key == "title" || @.key == "excerpt").value', '{}', true)
		|| jsonb_path_query_array(content, 'strict $.translations.**.text', '{}', true)) AS text
$$;--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_size" CHECK (width > 0 and height > 0)
);
--> statement-breakpoint
CREATE TABLE "news_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_fr" text NOT NULL,
	"name_en" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"slug" text NOT NULL,
	"category_id" uuid,
	"content" jsonb NOT NULL,
	"has_changes" boolean DEFAULT false NOT NULL,
	"live_revision_id" uuid,
	"visible_from" timestamp (3) with time zone,
	"visible_to" timestamp (3) with time zone,
	"first_published_at" timestamp (3) with time zone,
	"pinned_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "news_articles_status" CHECK (status in ('draft', 'live', 'archived')),
	CONSTRAINT "news_articles_live" CHECK ((status = 'live') = (visible_from is not null) and (status = 'live') = (live_revision_id is not null)),
	CONSTRAINT "news_articles_visible" CHECK (visible_to > visible_from)
);
--> statement-breakpoint
CREATE TABLE "news_autosaves" (
	"article_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"media_ids" uuid[] DEFAULT '{}' NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_autosaves_article_id_user_id_pk" PRIMARY KEY("article_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "news_live" (
	"article_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"text_locale" text NOT NULL,
	"slug" text NOT NULL,
	"category_id" uuid,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"cover" jsonb,
	"visible_from" timestamp (3) with time zone NOT NULL,
	"visible_to" timestamp (3) with time zone,
	"pinned_until" timestamp (3) with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector(news_language(locale), f_unaccent(title || ' ' || excerpt || ' ' || text))) STORED,
	CONSTRAINT "news_live_article_id_locale_pk" PRIMARY KEY("article_id","locale"),
	CONSTRAINT "news_live_locale" CHECK (locale in ('fr', 'en') and text_locale in ('fr', 'en'))
);
--> statement-breakpoint
CREATE TABLE "news_reads" (
	"article_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_reads_article_id_user_id_pk" PRIMARY KEY("article_id","user_id"),
	CONSTRAINT "news_reads_locale" CHECK (locale in ('fr', 'en'))
);
--> statement-breakpoint
CREATE TABLE "news_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"media_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	CONSTRAINT "news_revisions_kind" CHECK (kind in ('save', 'publish', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "news_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_category_id_news_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."news_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_autosaves" ADD CONSTRAINT "news_autosaves_article_id_news_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_autosaves" ADD CONSTRAINT "news_autosaves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_live" ADD CONSTRAINT "news_live_article_id_news_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_live" ADD CONSTRAINT "news_live_category_id_news_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."news_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_article_id_news_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_revisions" ADD CONSTRAINT "news_revisions_article_id_news_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_revisions" ADD CONSTRAINT "news_revisions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_slugs" ADD CONSTRAINT "news_slugs_article_id_news_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."news_articles"("id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "news_categories_name_fr" ON "news_categories" USING btree (lower(f_unaccent(name_fr)));--> statement-breakpoint
CREATE UNIQUE INDEX "news_categories_name_en" ON "news_categories" USING btree (lower(f_unaccent(name_en)));--> statement-breakpoint
CREATE INDEX "news_articles_updated" ON "news_articles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "news_articles_visible" ON "news_articles" USING btree ("visible_from","id");--> statement-breakpoint
CREATE INDEX "news_articles_created" ON "news_articles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "news_articles_category" ON "news_articles" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "news_articles_created_by" ON "news_articles" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "news_articles_updated_by" ON "news_articles" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "news_articles_pinned" ON "news_articles" USING btree ("pinned_until") WHERE pinned_until is not null;--> statement-breakpoint
CREATE INDEX "news_articles_deleted" ON "news_articles" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "news_articles_search" ON "news_articles" USING gin (lower(f_unaccent(news_text(content))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_autosaves_user" ON "news_autosaves" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "news_autosaves_media" ON "news_autosaves" USING gin ("media_ids");--> statement-breakpoint
CREATE INDEX "news_live_newest" ON "news_live" USING btree ("locale","visible_from","article_id");--> statement-breakpoint
CREATE INDEX "news_live_category" ON "news_live" USING btree ("locale","category_id","visible_from","article_id");--> statement-breakpoint
CREATE INDEX "news_live_pinned" ON "news_live" USING btree ("pinned_until") WHERE pinned_until is not null;--> statement-breakpoint
CREATE INDEX "news_live_categories" ON "news_live" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "news_live_search" ON "news_live" USING gin ("search");--> statement-breakpoint
CREATE INDEX "news_reads_user" ON "news_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "news_revisions_article" ON "news_revisions" USING btree ("article_id","version","id");--> statement-breakpoint
CREATE INDEX "news_revisions_media" ON "news_revisions" USING gin ("media_ids");--> statement-breakpoint
CREATE INDEX "news_revisions_created_by" ON "news_revisions" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "news_slugs_article" ON "news_slugs" USING btree ("article_id");--> statement-breakpoint
-- What people call a row.
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
	END, 255)
$$;--> statement-breakpoint
CREATE TRIGGER news_articles_audited_insert AFTER INSERT ON news_articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news', '{status,slug,category_id,visible_from,visible_to,pinned_until}', '{content}');--> statement-breakpoint
CREATE TRIGGER news_articles_audited_update AFTER UPDATE ON news_articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news', '{status,slug,category_id,visible_from,visible_to,pinned_until}', '{content}');--> statement-breakpoint
CREATE TRIGGER news_articles_audited_delete AFTER DELETE ON news_articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news', '{status,slug,category_id,visible_from,visible_to,pinned_until}', '{content}');--> statement-breakpoint
CREATE TRIGGER news_categories_audited_insert AFTER INSERT ON news_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news_category', '{name_fr,name_en,color}', '{}');--> statement-breakpoint
CREATE TRIGGER news_categories_audited_update AFTER UPDATE ON news_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news_category', '{name_fr,name_en,color}', '{}');--> statement-breakpoint
CREATE TRIGGER news_categories_audited_delete AFTER DELETE ON news_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_changes('news_category', '{name_fr,name_en,color}', '{}');
