-- The schema of the first release, in the order in which it is read: helper functions; then feature by feature its tables,
-- indexes, functions and triggers; then what spans features: the platform's own tables, counts, live updates, audit log.
--
-- Drizzle's tables (`*.table.ts`) declare the same columns, keys and most indexes, and say what each column means. Only
-- SQL says: functions, triggers, UNLOGGED, DEFERRABLE, EXCLUDE, INCLUDE, NULLS NOT DISTINCT. `schema.test.ts` compares.
--
-- Constraints carry the names that drizzle-kit gives them, so that a later migration can drop them by name.


------------------------------------------------------------------------------------------------------------------------
-- Extensions and helper functions
------------------------------------------------------------------------------------------------------------------------

-- Trigram indexes, by which searches find any part of a text.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Searches and sorting ignore accents.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- unaccent() is only STABLE, because its dictionary could be changed; an index needs IMMUTABLE. PL/pgSQL evaluates one
-- expression faster than a SQL function that can't be inlined.
CREATE FUNCTION f_unaccent(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$ BEGIN RETURN public.unaccent('public.unaccent', $1); END $$;

-- The words of a text, normalised, and each of four letters or more without one of its letters, any of them: two words
-- that share a key differ by one letter that is missing, added, changed or elsewhere. So searches forgive a typo by an
-- index, however many rows there are; its true cost keeps the planner from calling it row by row.
CREATE FUNCTION typo_keys(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 10000 AS $$
	SELECT coalesce(array_agg(DISTINCT left(word, without - 1) || substr(word, without + 1)), '{}')
	FROM regexp_split_to_table(lower(public.f_unaccent($1)), '[^[:alnum:]]+') AS word,
		generate_series(CASE WHEN length(word) < 4 THEN length(word) + 1 ELSE 1 END, length(word) + 1) AS without
	WHERE length(word) BETWEEN 2 AND 24
$$;

-- The first letter and the first two of each line of a text, normalised, after a sign that no word has: trigrams can't tell
-- the beginning of a line from that of a word.
CREATE FUNCTION line_keys(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT coalesce(array_agg(DISTINCT '^' || left(line, letters)), '{}')
	FROM string_to_table(lower(public.f_unaccent($1)), E'\n') AS line, generate_series(1, 2) AS letters
$$;

-- What searches for a name find beside its trigrams.
CREATE FUNCTION search_keys(words text, lines text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT public.typo_keys(words) || public.line_keys(lines)
$$;

-- The name of a time zone if PostgreSQL has rules for it, else null. Reads the file of that zone alone, where
-- pg_timezone_names reads all of them.
CREATE FUNCTION known_time_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
	PERFORM now() AT TIME ZONE name;
	RETURN name;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN NULL;
END $$;

-- Who acts in this transaction: the service sets `agora.audit` when the transaction begins; unset, it is the system.
CREATE FUNCTION audit_context() RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(nullif(current_setting('agora.audit', true), ''), '{"actor_kind": "system"}')::jsonb
$$;


------------------------------------------------------------------------------------------------------------------------
-- Accounts
------------------------------------------------------------------------------------------------------------------------

-- Accounts of members and of the team (`is_superuser`). One address belongs to one account outside the trash.
CREATE TABLE users (
	id uuid PRIMARY KEY,
	email text NOT NULL,
	pending_email text,
	pending_email_expires_at timestamptz(3),
	-- Compared by code points, so that the index finds beginnings in every locale.
	email_key text COLLATE "C" NOT NULL,
	full_name text,
	is_active boolean NOT NULL DEFAULT true,
	is_superuser boolean NOT NULL DEFAULT false,
	password_hash text NOT NULL,
	locale text NOT NULL,
	created_at timestamptz(3) NOT NULL,
	version integer NOT NULL DEFAULT 1,
	updated_at timestamptz(3) NOT NULL DEFAULT now(),
	last_seen_at timestamptz(3),
	must_change_password boolean NOT NULL DEFAULT false,
	invitation_expires_at timestamptz(3),
	deactivated_at timestamptz(3),
	deactivated_by uuid CONSTRAINT users_deactivated_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	deactivated_until timestamptz(3),
	deactivation_reason text,
	deleted_at timestamptz(3),
	messages_blocked_at timestamptz(3),
	messages_blocked_by uuid CONSTRAINT users_messages_blocked_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	-- Stored, since an index of trigrams finds rows that are then compared one by one: unaccent() takes 3 µs for each.
	search_text text NOT NULL GENERATED ALWAYS AS (lower(f_unaccent(coalesce(full_name, '') || E'\n' || email))) STORED
);
CREATE UNIQUE INDEX users_email_key ON users (email_key) WHERE deleted_at IS NULL;
CREATE INDEX users_living ON users (created_at DESC NULLS FIRST, id DESC NULLS FIRST) WHERE deleted_at IS NULL;
CREATE INDEX users_living_by_role ON users (is_superuser, created_at DESC NULLS FIRST, id DESC NULLS FIRST)
	WHERE deleted_at IS NULL;
CREATE INDEX users_by_name ON users (lower(f_unaccent(full_name)), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_name_desc ON users (lower(f_unaccent(full_name)) DESC NULLS LAST, id DESC NULLS FIRST)
	WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_seen ON users (last_seen_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_seen_desc ON users (last_seen_at DESC NULLS LAST, id DESC NULLS FIRST)
	WHERE deleted_at IS NULL;
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX users_inactive ON users (id) WHERE NOT is_active;
CREATE INDEX users_deactivated_by ON users (deactivated_by) WHERE deactivated_by IS NOT NULL;
CREATE INDEX users_messages_blocked_by ON users (messages_blocked_by) WHERE messages_blocked_by IS NOT NULL;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_search_keys ON users USING gin (search_keys(full_name, search_text));

-- Changes of address. The link to undo one and the link to confirm one are known by their hashes alone. Until the
-- former one expires no other account gets the former address: whoever took the account over could sign up with it,
-- and nothing would be left to give back.
CREATE TABLE email_changes (
	id uuid PRIMARY KEY,
	user_id uuid NOT NULL CONSTRAINT email_changes_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	old_email text NOT NULL,
	-- Compared with the keys of accounts, and so collated as they are.
	old_email_key text COLLATE "C" NOT NULL,
	new_email text NOT NULL,
	token_hash text,
	is_pending boolean NOT NULL DEFAULT false,
	confirm_hash text,
	expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX email_changes_token_hash ON email_changes (token_hash);
CREATE UNIQUE INDEX email_changes_confirm_hash ON email_changes (confirm_hash);
CREATE INDEX email_changes_user ON email_changes (user_id);
CREATE INDEX email_changes_old_email_key ON email_changes (old_email_key);

-- The newest token to set a password with, one per account: a new one overwrites the former.
CREATE TABLE password_tokens (
	user_id uuid PRIMARY KEY CONSTRAINT password_tokens_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	token_hash text NOT NULL,
	expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX password_tokens_token_hash ON password_tokens (token_hash);

-- How an account wants the back-office to look. No row means the defaults.
CREATE TABLE preferences (
	user_id uuid PRIMARY KEY CONSTRAINT preferences_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	theme text NOT NULL DEFAULT 'light',
	density text NOT NULL DEFAULT 'comfortable',
	time_zone text,
	shortcuts boolean NOT NULL DEFAULT true,
	weekly_summary boolean NOT NULL DEFAULT false,
	summary_week date,
	alert_assigned boolean NOT NULL DEFAULT true,
	alert_answered boolean NOT NULL DEFAULT true,
	alert_mentioned boolean NOT NULL DEFAULT true,
	alert_broadcast boolean NOT NULL DEFAULT true
);

-- What the team notes about a person, who never reads it.
CREATE TABLE user_notes (
	user_id uuid PRIMARY KEY CONSTRAINT user_notes_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	body text NOT NULL,
	version integer NOT NULL,
	updated_at timestamptz(3) NOT NULL,
	updated_by uuid CONSTRAINT user_notes_updated_by_users_id_fk REFERENCES users ON DELETE SET NULL
);
CREATE INDEX user_notes_updated_by ON user_notes (updated_by);


------------------------------------------------------------------------------------------------------------------------
-- Sessions
------------------------------------------------------------------------------------------------------------------------

-- Who is signed in where. A token is valid while the row that its `sid` names exists.
CREATE TABLE sessions (
	id uuid PRIMARY KEY,
	user_id uuid NOT NULL CONSTRAINT sessions_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	created_at timestamptz(3) NOT NULL,
	last_used_at timestamptz(3) NOT NULL,
	expires_at timestamptz(3) NOT NULL,
	password_at timestamptz(3) NOT NULL DEFAULT now(),
	ip text NOT NULL,
	user_agent text NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Networks that an account has signed in from: failed guesses from elsewhere do not delay sign-ins from these.
CREATE TABLE known_networks (
	user_id uuid NOT NULL CONSTRAINT known_networks_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	network text NOT NULL,
	last_used_at timestamptz(3) NOT NULL,
	CONSTRAINT known_networks_user_id_network_pk PRIMARY KEY (user_id, network)
);
CREATE INDEX known_networks_age ON known_networks (last_used_at);

-- Tells every instance which sessions have ended, so that their event streams close; above 100 only that some have.
CREATE FUNCTION notify_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM old_rows) > 100 THEN
		PERFORM pg_notify('agora_events', '{"event": "sessions_ended"}');
	ELSE
		PERFORM pg_notify('agora_events', json_build_object('event', 'session_ended', 'id', id)::text) FROM old_rows;
	END IF;
	RETURN NULL;
END $$;

-- Sessions end by DELETE only, wherever it comes from.
CREATE TRIGGER sessions_notify AFTER DELETE ON sessions
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();


------------------------------------------------------------------------------------------------------------------------
-- Items
------------------------------------------------------------------------------------------------------------------------

-- What each account keeps for itself.
CREATE TABLE items (
	id uuid PRIMARY KEY,
	owner_id uuid NOT NULL CONSTRAINT items_owner_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	title text NOT NULL,
	description text,
	created_at timestamptz(3) NOT NULL,
	deleted_at timestamptz(3),
	-- Stored as in users.
	search_text text NOT NULL GENERATED ALWAYS AS (lower(f_unaccent(title || E'\n' || coalesce(description, '')))) STORED
);
CREATE INDEX items_newest ON items (created_at DESC NULLS FIRST, id DESC NULLS FIRST);
CREATE INDEX items_owner_newest ON items (owner_id, created_at DESC NULLS FIRST, id DESC NULLS FIRST);
CREATE INDEX items_by_title ON items (lower(f_unaccent(title)), id) WHERE deleted_at IS NULL;
CREATE INDEX items_owner_by_title ON items (owner_id, lower(f_unaccent(title)), id) WHERE deleted_at IS NULL;
-- Without the trash: to write a row into these costs most of a bulk action, and nobody searches the trash.
CREATE INDEX items_search ON items USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX items_search_keys ON items USING gin (search_keys(title, title || E'\n' || coalesce(description, '')))
	WHERE deleted_at IS NULL;
CREATE INDEX items_deleted ON items (deleted_at) WHERE deleted_at IS NOT NULL;


------------------------------------------------------------------------------------------------------------------------
-- Daily messages
------------------------------------------------------------------------------------------------------------------------

-- Every text that people read of a daily message or a broadcast, for searches; tolerates any JSON, because an index
-- calls it.
CREATE FUNCTION translated_text(translations jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
	SELECT coalesce(string_agg(text.value, E'\n'), '')
	FROM jsonb_each(CASE WHEN jsonb_typeof(translations) = 'object' THEN translations ELSE '{}' END) AS translation,
		jsonb_each_text(CASE WHEN jsonb_typeof(translation.value) = 'object' THEN translation.value ELSE '{}' END) AS text
$$;

-- A field of translations in the reader's language, else in the other; null where both are empty.
CREATE FUNCTION text_in(translations jsonb, field text, locale text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(nullif(translations #>> ARRAY[locale, field], ''),
		nullif(translations #>> ARRAY['fr', field], ''), nullif(translations #>> ARRAY['en', field], ''))
$$;

-- Written by the team for a day, or without a day for the reserve.
CREATE TABLE daily_messages (
	id uuid PRIMARY KEY,
	day date,
	status text NOT NULL,
	translations jsonb NOT NULL,
	link text,
	missing_locale text NOT NULL,
	version integer NOT NULL DEFAULT 1,
	created_at timestamptz(3) NOT NULL,
	created_by uuid CONSTRAINT daily_messages_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	updated_at timestamptz(3) NOT NULL,
	updated_by uuid CONSTRAINT daily_messages_updated_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	deleted_at timestamptz(3),
	CONSTRAINT daily_messages_status CHECK (status IN ('draft', 'ready')),
	CONSTRAINT daily_messages_missing_locale CHECK (missing_locale IN ('fallback', 'hide'))
);
CREATE INDEX daily_messages_reserve ON daily_messages (created_at, id) WHERE day IS NULL AND deleted_at IS NULL;
CREATE INDEX daily_messages_updated ON daily_messages (updated_at, id);
CREATE INDEX daily_messages_created_by ON daily_messages (created_by);
CREATE INDEX daily_messages_updated_by ON daily_messages (updated_by);
CREATE INDEX daily_messages_deleted ON daily_messages (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX daily_messages_search ON daily_messages
	USING gin (lower(f_unaccent(translated_text(translations))) gin_trgm_ops);
CREATE INDEX daily_messages_search_keys ON daily_messages
	USING gin (search_keys(translated_text(translations), translated_text(translations)));
-- One message a day outside the trash. Deferrable, so that it is checked at the end of a statement: two messages can
-- swap their days in one UPDATE.
ALTER TABLE daily_messages ADD CONSTRAINT daily_messages_day EXCLUDE (day WITH =) WHERE (deleted_at IS NULL) DEFERRABLE;

-- What members were shown on a day. The first instance that is asked for an empty day inserts the choice from the
-- reserve; the primary key makes all others follow it.
CREATE TABLE daily_message_issues (
	day date PRIMARY KEY,
	message_id uuid NOT NULL,
	version integer NOT NULL,
	source text NOT NULL,
	translations jsonb NOT NULL,
	link text,
	missing_locale text NOT NULL,
	first_served_at timestamptz(3) NOT NULL,
	withdrawn_at timestamptz(3)
);
CREATE INDEX daily_message_issues_message ON daily_message_issues (message_id, day DESC NULLS FIRST);

-- Withdraws the issue of a message that may no longer be shown, while that day lasts somewhere on Earth: 36 hours.
CREATE FUNCTION withdraw_daily_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE daily_message_issues AS i SET withdrawn_at = m.updated_at
	FROM new_rows AS m
	WHERE i.message_id = m.id AND i.withdrawn_at IS NULL
		AND m.updated_at < (i.day + interval '36 hours') AT TIME ZONE 'UTC'
		AND NOT (m.status = 'ready' AND m.deleted_at IS NULL AND coalesce(m.day = i.day, i.source = 'reserve'));
	RETURN NULL;
END $$;

-- Messages are moved, unpublished and put in the trash by several routes; all of them withdraw.
CREATE TRIGGER daily_messages_withdrawn AFTER UPDATE ON daily_messages
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION withdraw_daily_messages();


------------------------------------------------------------------------------------------------------------------------
-- News
------------------------------------------------------------------------------------------------------------------------

-- The rules by which words are reduced to stems, for searches by readers of a language.
CREATE FUNCTION news_language(locale text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE locale WHEN 'fr' THEN 'pg_catalog.french'::regconfig ELSE 'pg_catalog.english'::regconfig END
$$;

-- Every text of an article that people read, in both languages, either of which may be null, for searches by the team.
CREATE FUNCTION news_text(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
	SELECT coalesce(string_agg(text, E'\n'), '')
	FROM jsonb_array_elements_text(
		jsonb_path_query_array(content, 'lax $.translations.*.title')
		|| jsonb_path_query_array(content, 'lax $.translations.*.excerpt')
		|| jsonb_path_query_array(content, 'strict $.translations.**.text', '{}', true)) AS text
$$;

-- The titles of an article, a line each.
CREATE FUNCTION news_titles(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(content #>> '{translations,fr,title}', '') || E'\n' || coalesce(content #>> '{translations,en,title}', '')
$$;

-- Categories. Their names are unique in each language, whatever their case and accents.
CREATE TABLE news_categories (
	id uuid PRIMARY KEY,
	name_fr text NOT NULL,
	name_en text NOT NULL,
	color text NOT NULL,
	created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX news_categories_name_fr ON news_categories (lower(f_unaccent(name_fr)));
CREATE UNIQUE INDEX news_categories_name_en ON news_categories (lower(f_unaccent(name_en)));

-- Articles as the team writes them. A `live` one has rows in `news_live`; their times say when members see them.
CREATE TABLE news_articles (
	id uuid PRIMARY KEY,
	status text NOT NULL,
	slug text NOT NULL,
	has_chosen_slug boolean NOT NULL DEFAULT false,
	category_id uuid CONSTRAINT news_articles_category_id_news_categories_id_fk
		REFERENCES news_categories ON DELETE SET NULL,
	content jsonb NOT NULL,
	has_changes boolean NOT NULL DEFAULT false,
	live_revision_id uuid,
	visible_from timestamptz(3),
	visible_to timestamptz(3),
	first_published_at timestamptz(3),
	pinned_until timestamptz(3),
	version integer NOT NULL DEFAULT 1,
	created_at timestamptz(3) NOT NULL,
	created_by uuid CONSTRAINT news_articles_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	updated_at timestamptz(3) NOT NULL,
	updated_by uuid CONSTRAINT news_articles_updated_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	deleted_at timestamptz(3),
	-- The titles; stored as in users.
	search_text text NOT NULL GENERATED ALWAYS AS (lower(f_unaccent(news_titles(content)))) STORED,
	CONSTRAINT news_articles_status CHECK (status IN ('draft', 'live', 'archived')),
	CONSTRAINT news_articles_live CHECK (
		(status = 'live') = (visible_from IS NOT NULL) AND (status = 'live') = (live_revision_id IS NOT NULL)
	),
	CONSTRAINT news_articles_visible CHECK (visible_to > visible_from)
);
CREATE INDEX news_articles_updated ON news_articles (updated_at, id);
CREATE INDEX news_articles_visible ON news_articles (visible_from, id);
CREATE INDEX news_articles_created ON news_articles (created_at, id);
CREATE INDEX news_articles_category ON news_articles (category_id);
CREATE INDEX news_articles_created_by ON news_articles (created_by);
CREATE INDEX news_articles_updated_by ON news_articles (updated_by);
CREATE INDEX news_articles_pinned ON news_articles (pinned_until) WHERE pinned_until IS NOT NULL;
CREATE INDEX news_articles_deleted ON news_articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX news_articles_titles ON news_articles USING gin (search_text gin_trgm_ops);
CREATE INDEX news_articles_search_keys ON news_articles USING gin (search_keys(news_titles(content), search_text));
CREATE INDEX news_articles_search ON news_articles USING gin (lower(f_unaccent(news_text(content))) gin_trgm_ops);

-- Every slug of an article since it was first published, so that old links still lead to it. A slug is claimed before
-- its article is inserted; hence the deferred foreign key.
CREATE TABLE news_slugs (
	slug text PRIMARY KEY,
	article_id uuid NOT NULL CONSTRAINT news_slugs_article_id_news_articles_id_fk
		REFERENCES news_articles ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX news_slugs_article ON news_slugs (article_id);

-- What an article was at each version.
CREATE TABLE news_revisions (
	id uuid PRIMARY KEY,
	article_id uuid NOT NULL CONSTRAINT news_revisions_article_id_news_articles_id_fk
		REFERENCES news_articles ON DELETE CASCADE,
	kind text NOT NULL,
	version integer NOT NULL,
	content jsonb NOT NULL,
	media_ids uuid[] NOT NULL DEFAULT '{}',
	created_at timestamptz(3) NOT NULL,
	created_by uuid CONSTRAINT news_revisions_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	CONSTRAINT news_revisions_kind CHECK (kind IN ('save', 'publish', 'restore'))
);
CREATE INDEX news_revisions_article ON news_revisions (article_id, version, id);
CREATE INDEX news_revisions_media ON news_revisions USING gin (media_ids);
CREATE INDEX news_revisions_created_by ON news_revisions (created_by);

-- Text that somebody has not saved yet, one draft per article and editor.
CREATE TABLE news_autosaves (
	article_id uuid NOT NULL CONSTRAINT news_autosaves_article_id_news_articles_id_fk
		REFERENCES news_articles ON DELETE CASCADE,
	user_id uuid NOT NULL CONSTRAINT news_autosaves_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	version integer NOT NULL,
	content jsonb NOT NULL,
	media_ids uuid[] NOT NULL DEFAULT '{}',
	saved_at timestamptz(3) NOT NULL,
	CONSTRAINT news_autosaves_article_id_user_id_pk PRIMARY KEY (article_id, user_id)
);
CREATE INDEX news_autosaves_user ON news_autosaves (user_id);
CREATE INDEX news_autosaves_media ON news_autosaves USING gin (media_ids);

-- Published text by the language of the reader, a copy: the app reads articles from here alone, so that no draft leaks.
CREATE TABLE news_live (
	article_id uuid NOT NULL CONSTRAINT news_live_article_id_news_articles_id_fk
		REFERENCES news_articles ON DELETE CASCADE,
	locale text NOT NULL,
	text_locale text NOT NULL,
	slug text NOT NULL,
	category_id uuid CONSTRAINT news_live_category_id_news_categories_id_fk
		REFERENCES news_categories ON DELETE SET NULL,
	title text NOT NULL,
	excerpt text NOT NULL,
	html text NOT NULL,
	text text NOT NULL,
	cover jsonb,
	visible_from timestamptz(3) NOT NULL,
	visible_to timestamptz(3),
	pinned_until timestamptz(3),
	search tsvector GENERATED ALWAYS AS (
		to_tsvector(news_language(text_locale), f_unaccent(title || ' ' || excerpt || ' ' || text))
	) STORED,
	CONSTRAINT news_live_article_id_locale_pk PRIMARY KEY (article_id, locale),
	CONSTRAINT news_live_locale CHECK (locale IN ('fr', 'en') AND text_locale IN ('fr', 'en'))
);
CREATE INDEX news_live_newest ON news_live (locale, visible_from, article_id, visible_to);
CREATE INDEX news_live_category ON news_live (locale, category_id, visible_from, article_id);
CREATE INDEX news_live_pinned ON news_live (locale, pinned_until) WHERE pinned_until IS NOT NULL;
CREATE INDEX news_live_categories ON news_live (category_id);
CREATE INDEX news_live_ends ON news_live (locale, visible_to) WHERE visible_to IS NOT NULL;
CREATE INDEX news_live_search ON news_live USING gin (search);

-- Who has read what, and in which language.
CREATE TABLE news_reads (
	article_id uuid NOT NULL CONSTRAINT news_reads_article_id_news_articles_id_fk
		REFERENCES news_articles ON DELETE CASCADE,
	user_id uuid NOT NULL CONSTRAINT news_reads_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	locale text NOT NULL,
	at timestamptz(3) NOT NULL,
	CONSTRAINT news_reads_article_id_user_id_pk PRIMARY KEY (article_id, user_id),
	CONSTRAINT news_reads_locale CHECK (locale IN ('fr', 'en'))
);
CREATE INDEX news_reads_article ON news_reads (article_id, at);
CREATE INDEX news_reads_user ON news_reads (user_id);


------------------------------------------------------------------------------------------------------------------------
-- Media
------------------------------------------------------------------------------------------------------------------------

-- Public pictures. The id is a hash of the bytes sent, so that each is stored once; the files lie in the storage.
CREATE TABLE media (
	id uuid PRIMARY KEY,
	width integer NOT NULL,
	height integer NOT NULL,
	created_at timestamptz(3) NOT NULL,
	sent_at timestamptz(3) NOT NULL,
	has_files boolean NOT NULL DEFAULT true,
	CONSTRAINT media_size CHECK (width > 0 AND height > 0)
);
CREATE INDEX media_newest ON media (created_at, id);
CREATE INDEX media_without_files ON media (id) WHERE NOT has_files;


------------------------------------------------------------------------------------------------------------------------
-- Messages
------------------------------------------------------------------------------------------------------------------------

-- Conversations of members with the team. `awaiting_team` is the one definition of "waits for an answer", and
-- `awaiting_since` the time of the message since which one does: later messages of the member do not move it.
CREATE TABLE message_threads (
	id uuid PRIMARY KEY,
	number bigint GENERATED ALWAYS AS IDENTITY,
	user_id uuid NOT NULL CONSTRAINT message_threads_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	subject text NOT NULL,
	category text NOT NULL,
	status text NOT NULL,
	assignee_id uuid CONSTRAINT message_threads_assignee_id_users_id_fk REFERENCES users ON DELETE SET NULL,
	locale text NOT NULL,
	app_context jsonb NOT NULL,
	created_at timestamptz(3) NOT NULL,
	received_at timestamptz(3),
	last_member_at timestamptz(3),
	last_staff_at timestamptz(3),
	last_at timestamptz(3) NOT NULL,
	awaiting_since timestamptz(3),
	member_read_at timestamptz(3),
	first_answered_at timestamptz(3),
	closed_at timestamptz(3),
	reopened_from_id uuid CONSTRAINT message_threads_reopened_from_id_message_threads_id_fk
		REFERENCES message_threads ON DELETE SET NULL,
	entry_count integer NOT NULL,
	version integer NOT NULL DEFAULT 1,
	awaiting_team boolean GENERATED ALWAYS AS (
		status IN ('new', 'open') AND coalesce(last_member_at > coalesce(last_staff_at, '-infinity'), false)
	) STORED NOT NULL,
	-- Stored as in users.
	search_text text NOT NULL GENERATED ALWAYS AS (lower(f_unaccent(subject))) STORED,
	CONSTRAINT message_threads_awaiting_since CHECK (NOT awaiting_team OR awaiting_since IS NOT NULL),
	CONSTRAINT message_threads_category CHECK (category IN ('question', 'bug', 'idea', 'other')),
	CONSTRAINT message_threads_status CHECK (status IN ('new', 'open', 'waiting', 'closed', 'spam'))
);
CREATE UNIQUE INDEX message_threads_number ON message_threads (number);
CREATE INDEX message_threads_newest ON message_threads (last_at, id) WHERE status <> 'spam';
CREATE INDEX message_threads_awaiting ON message_threads (last_at, id) WHERE awaiting_team;
CREATE INDEX message_threads_waiting ON message_threads (awaiting_since, id) WHERE awaiting_team;
CREATE INDEX message_threads_unassigned ON message_threads (last_at, id) WHERE assignee_id IS NULL AND status <> 'spam';
CREATE INDEX message_threads_assignee ON message_threads (assignee_id, last_at, id);
CREATE INDEX message_threads_status ON message_threads (status, last_at, id);
CREATE INDEX message_threads_category ON message_threads (category, last_at, id);
CREATE INDEX message_threads_locale ON message_threads (locale, last_at, id);
CREATE INDEX message_threads_user ON message_threads (user_id, last_at, id);
CREATE INDEX message_threads_received ON message_threads (received_at, first_answered_at) WHERE status <> 'spam';
CREATE INDEX message_threads_closed ON message_threads (closed_at, id) WHERE status = 'closed';
CREATE INDEX message_threads_reopened ON message_threads (reopened_from_id);
CREATE INDEX message_threads_search ON message_threads USING gin (search_text gin_trgm_ops);
CREATE INDEX message_threads_search_keys ON message_threads USING gin (search_keys(subject, search_text));

-- Messages, replies, notes and automatic answers of a conversation. `client_token` makes sending idempotent.
CREATE TABLE message_entries (
	id uuid PRIMARY KEY,
	thread_id uuid NOT NULL CONSTRAINT message_entries_thread_id_message_threads_id_fk
		REFERENCES message_threads ON DELETE CASCADE,
	position integer NOT NULL,
	kind text NOT NULL,
	author_id uuid CONSTRAINT message_entries_author_id_users_id_fk REFERENCES users ON DELETE SET NULL,
	body text NOT NULL,
	client_token uuid,
	delivery text,
	bounce_reason text,
	created_at timestamptz(3) NOT NULL,
	CONSTRAINT message_entries_kind CHECK (kind IN ('member', 'automatic', 'reply', 'note')),
	CONSTRAINT message_entries_delivery CHECK (delivery IN ('queued', 'sent', 'failed', 'bounced')),
	CONSTRAINT message_entries_bounce_reason CHECK (
		bounce_reason IS NULL OR (delivery = 'bounced'
		AND bounce_reason IN ('unknown_address', 'mailbox_full', 'unreachable', 'refused'))
	)
);
CREATE UNIQUE INDEX message_entries_position ON message_entries (thread_id, position);
CREATE UNIQUE INDEX message_entries_client_token ON message_entries (author_id, client_token);
CREATE INDEX message_entries_queued ON message_entries (created_at) WHERE delivery = 'queued';
CREATE INDEX message_entries_search ON message_entries USING gin (lower(f_unaccent(body)) gin_trgm_ops);

-- How far each administrator has read a conversation.
CREATE TABLE message_reads (
	thread_id uuid NOT NULL CONSTRAINT message_reads_thread_id_message_threads_id_fk
		REFERENCES message_threads ON DELETE CASCADE,
	user_id uuid NOT NULL CONSTRAINT message_reads_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	position integer NOT NULL,
	CONSTRAINT message_reads_thread_id_user_id_pk PRIMARY KEY (thread_id, user_id)
);
CREATE INDEX message_reads_user ON message_reads (user_id);

-- Private pictures of messages. Without a message or an owner nobody sees one, and housekeeping deletes it with its
-- files; hence SET NULL, since a cascade would leave the files.
CREATE TABLE message_images (
	id uuid PRIMARY KEY,
	owner_id uuid CONSTRAINT message_images_owner_id_users_id_fk REFERENCES users ON DELETE SET NULL,
	entry_id uuid CONSTRAINT message_images_entry_id_message_entries_id_fk
		REFERENCES message_entries ON DELETE SET NULL,
	position smallint NOT NULL DEFAULT 0,
	width integer NOT NULL,
	height integer NOT NULL,
	bytes integer NOT NULL,
	created_at timestamptz(3) NOT NULL,
	has_files boolean NOT NULL DEFAULT true,
	CONSTRAINT message_images_size CHECK (width > 0 AND height > 0 AND bytes > 0)
);
CREATE INDEX message_images_entry ON message_images (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX message_images_owner ON message_images (owner_id);
CREATE INDEX message_images_unsent ON message_images (created_at) WHERE entry_id IS NULL OR owner_id IS NULL;

-- Texts that the team answers with.
CREATE TABLE reply_templates (
	id uuid PRIMARY KEY,
	title text NOT NULL,
	bodies jsonb NOT NULL,
	position integer NOT NULL,
	version integer NOT NULL DEFAULT 1,
	updated_at timestamptz(3) NOT NULL
);

-- Unassigns the conversations of somebody who is no longer a superuser, in the transaction that demotes them.
CREATE FUNCTION hand_message_threads_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE message_threads SET assignee_id = NULL, version = version + 1 WHERE assignee_id = NEW.id;
	RETURN NULL;
END $$;

-- Accounts are demoted and put in the trash by routes, bulk actions and the command line.
CREATE TRIGGER users_hand_message_threads_over AFTER UPDATE ON users FOR EACH ROW
	WHEN (OLD.is_superuser AND OLD.deleted_at IS NULL AND (NOT NEW.is_superuser OR NEW.deleted_at IS NOT NULL))
	EXECUTE FUNCTION hand_message_threads_over();


------------------------------------------------------------------------------------------------------------------------
-- Ratings
------------------------------------------------------------------------------------------------------------------------

-- One rating per member and target; the app as target has no id, and NULLS NOT DISTINCT makes it one, too.
CREATE TABLE ratings (
	id uuid PRIMARY KEY,
	user_id uuid CONSTRAINT ratings_user_id_users_id_fk REFERENCES users ON DELETE SET NULL,
	target_type text NOT NULL,
	target_id uuid,
	score smallint NOT NULL,
	previous_score smallint,
	comment text NOT NULL,
	locale text NOT NULL,
	platform text,
	app_version text,
	thread_id uuid CONSTRAINT ratings_thread_id_message_threads_id_fk
		REFERENCES message_threads ON DELETE SET NULL,
	created_at timestamptz(3) NOT NULL,
	updated_at timestamptz(3) NOT NULL,
	CONSTRAINT ratings_score CHECK (score BETWEEN 1 AND 5),
	CONSTRAINT ratings_target_type CHECK (target_type IN ('app', 'news', 'daily_message')),
	CONSTRAINT ratings_target_id CHECK ((target_type = 'app') = (target_id IS NULL)),
	CONSTRAINT ratings_platform CHECK (platform IN ('ios', 'android', 'web'))
);
CREATE UNIQUE INDEX ratings_one_each ON ratings (user_id, target_type, target_id)
	NULLS NOT DISTINCT WHERE user_id IS NOT NULL;
CREATE INDEX ratings_newest ON ratings (updated_at, id);
CREATE INDEX ratings_score ON ratings (score, updated_at, id);
CREATE INDEX ratings_target ON ratings (target_type, target_id, updated_at, id);
CREATE INDEX ratings_version ON ratings (app_version, updated_at, id);
CREATE UNIQUE INDEX ratings_thread ON ratings (thread_id);
CREATE INDEX ratings_search ON ratings USING gin (lower(f_unaccent(comment)) gin_trgm_ops);

-- The score of an erased account still counts; its comment is personal and goes.
CREATE FUNCTION forget_rating_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.comment := '';
	RETURN NEW;
END $$;

-- Erasing an account sets `user_id` null by the foreign key, which no statement of the service sees.
CREATE TRIGGER ratings_of_nobody BEFORE UPDATE ON ratings FOR EACH ROW
	WHEN (OLD.user_id IS NOT NULL AND NEW.user_id IS NULL) EXECUTE FUNCTION forget_rating_comment();


------------------------------------------------------------------------------------------------------------------------
-- Devices
------------------------------------------------------------------------------------------------------------------------

-- Installations of the app, each with the member who used it last. A token belongs to one of them.
CREATE TABLE devices (
	id uuid PRIMARY KEY,
	installation_id uuid NOT NULL,
	user_id uuid NOT NULL CONSTRAINT devices_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	session_id uuid CONSTRAINT devices_session_id_sessions_id_fk REFERENCES sessions ON DELETE SET NULL,
	platform text NOT NULL,
	provider text NOT NULL,
	token text NOT NULL,
	token_hash text NOT NULL,
	locale text NOT NULL,
	time_zone text,
	app_version text,
	os_version text,
	model text,
	push_permission text NOT NULL,
	created_at timestamptz(3) NOT NULL,
	last_seen_at timestamptz(3) NOT NULL,
	disabled_at timestamptz(3),
	disabled_reason text,
	muted_until timestamptz(3),
	apart boolean NOT NULL DEFAULT false,
	CONSTRAINT devices_platform CHECK (platform IN ('ios', 'android', 'web')),
	CONSTRAINT devices_provider CHECK (provider IN ('fcm', 'expo', 'webpush')),
	CONSTRAINT devices_locale CHECK (locale IN ('fr', 'en')),
	CONSTRAINT devices_push_permission CHECK (push_permission IN ('granted', 'denied', 'unknown')),
	CONSTRAINT devices_app_version CHECK (app_version ~ '^\d{1,6}(\.\d{1,6}){0,3}$')
);
CREATE UNIQUE INDEX devices_installation ON devices (installation_id);
CREATE UNIQUE INDEX devices_token ON devices (provider, token_hash);
CREATE INDEX devices_session ON devices (session_id);
CREATE INDEX devices_newest ON devices (last_seen_at DESC NULLS FIRST, id DESC NULLS FIRST);
-- Covers what audiences ask of the devices of named members.
CREATE INDEX devices_user ON devices (user_id)
	INCLUDE (platform, locale, push_permission, last_seen_at, disabled_at, muted_until);
-- Covers what audiences ask of the devices that `device_counts` leaves out.
CREATE INDEX devices_apart ON devices (user_id)
	INCLUDE (platform, locale, time_zone, app_version, push_permission, last_seen_at, disabled_at, muted_until)
	WHERE apart OR muted_until IS NOT NULL;

-- Which pushes a member wants. No row means all.
CREATE TABLE notification_preferences (
	user_id uuid PRIMARY KEY CONSTRAINT notification_preferences_user_id_users_id_fk
		REFERENCES users ON DELETE CASCADE,
	announcement boolean NOT NULL DEFAULT true,
	news boolean NOT NULL DEFAULT true,
	daily boolean NOT NULL DEFAULT true
);

-- How many devices there are of each kind that audiences ask for, as changes to sum up (see `row_counts`). Counting a
-- million devices takes a second; these sums take milliseconds. Left out are devices `apart` and muted ones.
CREATE TABLE device_counts (
	platform text NOT NULL,
	locale text NOT NULL,
	time_zone text,
	app_version text,
	takes_pushes boolean NOT NULL,
	last_seen_at timestamptz(3) NOT NULL,
	delta bigint NOT NULL
);

-- When pushes may reach an account again: null is now, infinity is never (in the trash, or deactivated for good).
CREATE FUNCTION muted_until(deleted_at timestamptz, is_active boolean, deactivated_until timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN deleted_at IS NOT NULL THEN 'infinity'
		WHEN NOT is_active THEN coalesce(deactivated_until, 'infinity') END
$$;

-- Mutes the devices of accounts that are deactivated or put in the trash, in the same transaction, and the reverse.
CREATE FUNCTION mute_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE devices SET muted_until = changed.after
	FROM (
		SELECT id, muted_until(new_rows.deleted_at, new_rows.is_active, new_rows.deactivated_until) AS after,
			muted_until(old_rows.deleted_at, old_rows.is_active, old_rows.deactivated_until) AS before
		FROM new_rows JOIN old_rows USING (id)
	) AS changed
	WHERE devices.user_id = changed.id AND changed.after IS DISTINCT FROM changed.before;
	RETURN NULL;
END $$;

-- Accounts are deactivated by routes, bulk actions and the command line.
CREATE TRIGGER users_mute_devices AFTER UPDATE ON users
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mute_devices();

-- Pushes follow the language of the account, at once and not at the next start of the app. A phone in another language
-- keeps it until the account takes that one.
CREATE FUNCTION translate_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE devices SET locale = NEW.locale WHERE user_id = NEW.id AND locale = OLD.locale;
	RETURN NULL;
END $$;

CREATE TRIGGER users_translate_devices AFTER UPDATE OF locale ON users FOR EACH ROW
	WHEN (OLD.locale <> NEW.locale) EXECUTE FUNCTION translate_devices();

-- Mutes a device that registers while its member is being deactivated. The lock on the member comes first, before any
-- row of `devices`: all triggers here lock in that order, so that they cannot deadlock.
CREATE FUNCTION mute_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT muted_until(deleted_at, is_active, deactivated_until) INTO NEW.muted_until
	FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	RETURN NEW;
END $$;

-- A device that comes or changes hands takes over the state of its member.
CREATE TRIGGER devices_coming BEFORE INSERT OR UPDATE OF user_id ON devices FOR EACH ROW EXECUTE FUNCTION mute_device();

-- Locks the member before their row of preferences, in the same order as `mute_device`.
CREATE FUNCTION lock_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	RETURN NEW;
END $$;

-- Preferences decide which devices are `apart`, so that a change of them waits for changes of the member's devices.
CREATE TRIGGER preferences_coming BEFORE INSERT OR UPDATE ON notification_preferences
	FOR EACH ROW EXECUTE FUNCTION lock_owner();

-- Sets `apart` on the devices of a member with several devices or a declined category, and clears it on all others. The
-- caller holds the lock on the member, so that the later of two concurrent changes sees both.
CREATE FUNCTION set_devices_apart(member uuid) RETURNS void LANGUAGE sql AS $$
	UPDATE devices SET apart = now.apart
	FROM (
		SELECT count(*) > 1 OR EXISTS (
			SELECT FROM notification_preferences WHERE user_id = member AND NOT (announcement AND news AND daily)
		) AS apart
		FROM devices WHERE user_id = member
	) AS now
	WHERE devices.user_id = member AND devices.apart <> now.apart
$$;

-- The same for the member of the changed row, whom a BEFORE trigger has locked.
CREATE FUNCTION set_devices_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_devices_apart(NEW.user_id);
	RETURN NULL;
END $$;

-- The same for a member who loses a device. Skips a member who is locked: waiting here could deadlock, and a device
-- that stays `apart` for no reason is still counted, one by one.
CREATE FUNCTION set_devices_together() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id = OLD.user_id FOR NO KEY UPDATE SKIP LOCKED;
	IF FOUND THEN
		PERFORM set_devices_apart(OLD.user_id);
	END IF;
	RETURN NULL;
END $$;

-- `apart` follows every way in which a member gains or loses a device, or changes what they want.
CREATE TRIGGER devices_gained AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION set_devices_apart();
CREATE TRIGGER devices_moved AFTER UPDATE ON devices FOR EACH ROW
	WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION set_devices_apart();
CREATE TRIGGER devices_left AFTER UPDATE ON devices FOR EACH ROW
	WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION set_devices_together();
CREATE TRIGGER devices_lost AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION set_devices_together();
CREATE TRIGGER preferences_chosen AFTER INSERT OR UPDATE ON notification_preferences
	FOR EACH ROW EXECUTE FUNCTION set_devices_apart();

-- The kind that a device is counted as, with `delta`; null if it is not counted.
CREATE FUNCTION counted_as(device devices, delta bigint) RETURNS device_counts LANGUAGE sql STABLE AS $$
	SELECT ROW(device.platform, device.locale, device.time_zone, device.app_version,
		device.disabled_at IS NULL AND device.push_permission <> 'denied',
		date_trunc('day', device.last_seen_at, 'UTC'), delta)::device_counts
	WHERE NOT device.apart AND device.muted_until IS NULL
$$;

-- Adds to `device_counts` what a change of a device changes in them; most changes change nothing.
CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF counted_as(OLD, 1) IS DISTINCT FROM counted_as(NEW, 1) THEN
		INSERT INTO device_counts
		SELECT change.* FROM unnest(ARRAY[counted_as(OLD, -1), counted_as(NEW, 1)]) AS change
		WHERE change.delta IS NOT NULL;
	END IF;
	RETURN NULL;
END $$;

-- The counts must be exact after every statement, also those of the triggers above.
CREATE TRIGGER devices_counted AFTER INSERT OR UPDATE OR DELETE ON devices FOR EACH ROW EXECUTE FUNCTION count_device();


------------------------------------------------------------------------------------------------------------------------
-- Broadcasts
------------------------------------------------------------------------------------------------------------------------

-- Pushes to many. The counters are those of the deliveries, kept by the statements that settle these.
CREATE TABLE broadcasts (
	id uuid PRIMARY KEY,
	name text NOT NULL,
	category text NOT NULL,
	status text NOT NULL DEFAULT 'draft',
	translations jsonb NOT NULL,
	missing_locale text NOT NULL,
	audience jsonb,
	link text,
	image_id uuid CONSTRAINT broadcasts_image_id_media_id_fk REFERENCES media,
	image text,
	urgent boolean NOT NULL DEFAULT false,
	ttl_seconds integer NOT NULL,
	source text NOT NULL,
	source_id uuid,
	day date,
	is_claimed boolean NOT NULL DEFAULT false,
	schedule_mode text,
	scheduled_local text,
	time_zone text,
	scheduled_at timestamptz(3),
	late_policy text NOT NULL DEFAULT 'skip',
	targeted integer,
	sent integer NOT NULL DEFAULT 0,
	failed integer NOT NULL DEFAULT 0,
	invalid integer NOT NULL DEFAULT 0,
	skipped integer NOT NULL DEFAULT 0,
	cancelled integer NOT NULL DEFAULT 0,
	reached integer,
	opened integer NOT NULL DEFAULT 0,
	last_error text,
	setbacks integer NOT NULL DEFAULT 0,
	held_until timestamptz(3),
	started_at timestamptz(3),
	progressed_at timestamptz(3),
	finished_at timestamptz(3),
	version integer NOT NULL DEFAULT 1,
	created_at timestamptz(3) NOT NULL,
	created_by uuid CONSTRAINT broadcasts_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	updated_at timestamptz(3) NOT NULL,
	updated_by uuid CONSTRAINT broadcasts_updated_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	sent_by uuid CONSTRAINT broadcasts_sent_by_users_id_fk REFERENCES users ON DELETE SET NULL,
	CONSTRAINT broadcasts_status CHECK (
		status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'missed', 'cancelled')
	),
	CONSTRAINT broadcasts_category CHECK (category IN ('announcement', 'news', 'daily', 'service')),
	CONSTRAINT broadcasts_source CHECK (source IN ('manual', 'news', 'daily')),
	CONSTRAINT broadcasts_missing_locale CHECK (missing_locale IN ('fallback', 'skip')),
	CONSTRAINT broadcasts_late_policy CHECK (late_policy IN ('skip', 'send')),
	CONSTRAINT broadcasts_schedule_mode CHECK (schedule_mode IN ('now', 'at', 'local'))
);
CREATE UNIQUE INDEX broadcasts_source ON broadcasts (source, source_id) WHERE is_claimed AND source <> 'manual';
CREATE UNIQUE INDEX broadcasts_day ON broadcasts (day);
CREATE INDEX broadcasts_at_work ON broadcasts (status, scheduled_at)
	WHERE finished_at IS NULL AND status IN ('scheduled', 'sending', 'cancelled');
CREATE INDEX broadcasts_newest ON broadcasts (coalesce(started_at, scheduled_at, created_at) DESC, id DESC NULLS FIRST);
CREATE INDEX broadcasts_search ON broadcasts
	USING gin (lower(f_unaccent(name || E'\n' || translated_text(translations))) gin_trgm_ops);
CREATE INDEX broadcasts_search_keys ON broadcasts
	USING gin (search_keys(name || E'\n' || translated_text(translations), name || E'\n' || translated_text(translations)));
CREATE INDEX broadcasts_image ON broadcasts (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX broadcasts_created_by ON broadcasts (created_by);
CREATE INDEX broadcasts_updated_by ON broadcasts (updated_by);
CREATE INDEX broadcasts_sent_by ON broadcasts (sent_by);

-- The outcome for each device. No foreign keys: a million rows are inserted at once, and the outcome for devices and
-- accounts that no longer exist stays counted.
CREATE TABLE broadcast_deliveries (
	broadcast_id uuid NOT NULL,
	device_id uuid NOT NULL,
	user_id uuid NOT NULL,
	platform text NOT NULL,
	locale text NOT NULL,
	app_version text,
	status text NOT NULL DEFAULT 'pending',
	not_before timestamptz(3) NOT NULL,
	attempts smallint NOT NULL DEFAULT 0,
	error_code text,
	provider_id text,
	receipt_after timestamptz(3),
	claim uuid,
	sent_at timestamptz(3),
	opened_at timestamptz(3),
	read_at timestamptz(3),
	CONSTRAINT broadcast_deliveries_broadcast_id_device_id_pk PRIMARY KEY (broadcast_id, device_id),
	CONSTRAINT broadcast_deliveries_status CHECK (
		status IN ('pending', 'sending', 'sent', 'failed', 'invalid', 'skipped', 'cancelled')
	)
);
CREATE INDEX broadcast_deliveries_open ON broadcast_deliveries (broadcast_id, not_before)
	WHERE status IN ('pending', 'sending');
CREATE INDEX broadcast_deliveries_opened ON broadcast_deliveries (broadcast_id, opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX broadcast_deliveries_receipts ON broadcast_deliveries (receipt_after) WHERE receipt_after IS NOT NULL;
CREATE INDEX broadcast_deliveries_user ON broadcast_deliveries (user_id, broadcast_id);


------------------------------------------------------------------------------------------------------------------------
-- The platform's own tables
------------------------------------------------------------------------------------------------------------------------

-- Answers to calls that carried an Idempotency-Key. No foreign key: each call would wait for a change of its account.
CREATE TABLE idempotency_keys (
	user_id uuid NOT NULL,
	key text NOT NULL,
	fingerprint text NOT NULL,
	claim uuid NOT NULL,
	claimed_at timestamptz(3) NOT NULL,
	status integer,
	body text,
	named uuid[],
	CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (claimed_at);
CREATE INDEX idempotency_keys_named ON idempotency_keys USING gin (named) WHERE named IS NOT NULL;

-- The answers of an account say what it is and what it wrote, and so do those of the team that name it or one of its
-- conversations: they go with it.
CREATE FUNCTION forget_answers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	erased uuid[] := (SELECT array_agg(id) FROM old_rows);
BEGIN
	DELETE FROM idempotency_keys WHERE user_id = ANY (erased) OR named && erased;
	RETURN NULL;
END $$;

-- Accounts are erased by routes, bulk actions and housekeeping.
CREATE TRIGGER users_answers_forgotten AFTER DELETE ON users
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_answers();

-- Those about a member in the trash name the conversation alone.
CREATE TRIGGER message_threads_answers_forgotten AFTER DELETE ON message_threads
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_answers();

-- The use of each limit in its current window. Unlogged, since it is written at nearly every call: a crash of the
-- server may forget it.
CREATE UNLOGGED TABLE rate_limits (
	key text PRIMARY KEY,
	hits integer NOT NULL,
	resets_at timestamptz(3) NOT NULL,
	shut_until timestamptz(3)
);
CREATE INDEX rate_limits_expiry ON rate_limits (resets_at);

-- Guesses of passwords under way, in the order in which they began: those before count as failures until they are
-- decided. Unlogged as above.
CREATE UNLOGGED TABLE guesses (
	id bigserial PRIMARY KEY,
	keys text[] NOT NULL,
	begun_at timestamptz(3) NOT NULL
);

-- Mails, where a developer's machine has no mail server.
CREATE TABLE mailbox (
	id uuid PRIMARY KEY,
	recipient text NOT NULL,
	subject text NOT NULL,
	html text NOT NULL,
	text text NOT NULL,
	created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mailbox_newest ON mailbox (created_at DESC NULLS FIRST, id DESC NULLS FIRST);

-- Pushes, where a developer's machine has no credentials of a provider.
CREATE TABLE local_pushes (
	id uuid PRIMARY KEY,
	provider text NOT NULL,
	token text NOT NULL,
	collapse_id text NOT NULL,
	locale text NOT NULL,
	title text NOT NULL,
	body text NOT NULL,
	link text,
	image text,
	created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX local_pushes_newest ON local_pushes (created_at DESC NULLS FIRST, id DESC NULLS FIRST);


------------------------------------------------------------------------------------------------------------------------
-- Counts
------------------------------------------------------------------------------------------------------------------------

-- How many rows there are of each kind, as changes to sum up. Triggers add one row a statement instead of updating a
-- total, so that writers never wait for each other and a reader's count matches the rows in its snapshot. A job sums
-- them up. `owner_id` is null in the counts of everybody's rows.
CREATE TABLE row_counts (
	key text NOT NULL,
	owner_id uuid,
	delta bigint NOT NULL
);
CREATE INDEX row_counts_key ON row_counts (key, owner_id);

-- Accounts outside the trash, by role.
CREATE FUNCTION count_inserted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, count(*)
	FROM new_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
-- The same when roles change, or accounts go into the trash or come back.
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
END $$;
-- The same when accounts are erased.
CREATE FUNCTION count_deleted_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta)
	SELECT 'users:' || CASE WHEN is_superuser THEN 'superuser' ELSE 'member' END, -count(*)
	FROM old_rows WHERE deleted_at IS NULL GROUP BY 1;
	RETURN NULL;
END $$;
-- The list of accounts shows its exact size at any size.
CREATE TRIGGER users_counted_insert AFTER INSERT ON users
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_users();
CREATE TRIGGER users_counted_update AFTER UPDATE ON users
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_users();
CREATE TRIGGER users_counted_delete AFTER DELETE ON users
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_users();

-- Items outside the trash, of each owner and of everybody.
CREATE FUNCTION count_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, owner_id, delta)
	SELECT 'items', owner_id, count(*) FROM new_rows WHERE deleted_at IS NULL
	GROUP BY GROUPING SETS ((owner_id), ()) HAVING count(*) > 0;
	RETURN NULL;
END $$;
-- The same when items go into the trash or come back.
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
END $$;
-- The same when items are erased.
CREATE FUNCTION count_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, owner_id, delta)
	SELECT 'items', owner_id, -count(*) FROM old_rows WHERE deleted_at IS NULL
	GROUP BY GROUPING SETS ((owner_id), ()) HAVING count(*) > 0;
	RETURN NULL;
END $$;
-- The lists of items show their exact size at any size.
CREATE TRIGGER items_counted_insert AFTER INSERT ON items
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_items();
CREATE TRIGGER items_counted_update AFTER UPDATE ON items
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_items();
CREATE TRIGGER items_counted_delete AFTER DELETE ON items
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_items();

-- Conversations by all that their lists filter by, the assignee as owner. Tells every instance of a changed number.
CREATE FUNCTION count_message_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, count(*)
		FROM new_rows GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, -count(*)
		FROM old_rows GROUP BY 1, 2;
	ELSE
		INSERT INTO row_counts (key, owner_id, delta)
		SELECT concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, sum(change)
		FROM (SELECT *, 1 AS change FROM new_rows UNION ALL SELECT *, -1 FROM old_rows) AS changes
		GROUP BY 1, 2 HAVING sum(change) <> 0;
	END IF;
	IF FOUND THEN
		PERFORM pg_notify('agora_events', '{"event": "counts"}');
	END IF;
	RETURN NULL;
END $$;
-- The tabs of the inbox and its badge show exact numbers, on every page.
CREATE TRIGGER message_threads_counted_insert AFTER INSERT ON message_threads
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();
CREATE TRIGGER message_threads_counted_update AFTER UPDATE ON message_threads
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();
CREATE TRIGGER message_threads_counted_delete AFTER DELETE ON message_threads
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_threads();

-- Rows of a table by their `user_id`, under the key that is the argument.
CREATE FUNCTION count_rows_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, owner_id, delta) SELECT TG_ARGV[0], user_id, count(*) FROM new_rows GROUP BY user_id;
	ELSE
		INSERT INTO row_counts (key, owner_id, delta) SELECT TG_ARGV[0], user_id, -count(*) FROM old_rows GROUP BY user_id;
	END IF;
	RETURN NULL;
END $$;
-- How many articles a member has read validates the answers that the service remembers for them.
CREATE TRIGGER news_reads_counted_insert AFTER INSERT ON news_reads
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_users('news_reads');
CREATE TRIGGER news_reads_counted_delete AFTER DELETE ON news_reads
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_users('news_reads');

-- Rows of a table, all of them, under the key that is the argument.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO row_counts (key, delta) SELECT TG_ARGV[0], count(*) FROM new_rows HAVING count(*) > 0;
	ELSE
		INSERT INTO row_counts (key, delta) SELECT TG_ARGV[0], -count(*) FROM old_rows HAVING count(*) > 0;
	END IF;
	RETURN NULL;
END $$;

-- Counts the statements that change content, under the name that is the argument. Remembered answers are valid while
-- this number stays the same; a row a statement, so that writers never wait for each other.
CREATE FUNCTION count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts (key, delta) VALUES ('changes:' || TG_ARGV[0], 1);
	RETURN NULL;
END $$;
-- The tables that the app's daily message and news are made of.
CREATE TRIGGER daily_messages_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON daily_messages
	FOR EACH STATEMENT EXECUTE FUNCTION count_changes('daily_messages');
CREATE TRIGGER daily_message_issues_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON daily_message_issues
	FOR EACH STATEMENT EXECUTE FUNCTION count_changes('daily_messages');
CREATE TRIGGER news_live_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_live
	FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');
CREATE TRIGGER news_categories_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_categories
	FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');
CREATE TRIGGER news_slugs_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_slugs
	FOR EACH STATEMENT EXECUTE FUNCTION count_changes('news');


------------------------------------------------------------------------------------------------------------------------
-- Statistics
------------------------------------------------------------------------------------------------------------------------

-- Zone of the days that are counted. The service replaces it at each start, as the owner, with `TIME_ZONE`.
CREATE FUNCTION organisation_time_zone() RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'Europe/Paris' $$;

-- Minutes of a conversation's wait for an answer. The service replaces it at each start, as the owner: with
-- `BUSINESS_HOURS`, only theirs count.
CREATE FUNCTION waiting_minutes(begun timestamptz, ended timestamptz) RETURNS float8 LANGUAGE sql STABLE AS $$
	SELECT date_part('epoch', ended - begun) / 60
$$;

-- The same, as precise as figures are: to one minute up to two hours, to five up to a day, to an hour beyond. So few
-- different values can be counted by month. One expression without FROM, which the planner inlines.
CREATE FUNCTION answer_minutes(begun timestamptz, ended timestamptz) RETURNS int LANGUAGE sql STABLE AS $$
	SELECT (CASE
		WHEN waiting_minutes(begun, ended) < 120 THEN round(waiting_minutes(begun, ended))
		WHEN waiting_minutes(begun, ended) < 1440 THEN 5 * round(waiting_minutes(begun, ended) / 5)
		ELSE 60 * round(waiting_minutes(begun, ended) / 60) END)::int
$$;

-- Open minutes on a local clock since a Monday of long ago.
--   is_open        for each weekday, Monday first: 1 if it is open
--   open_before    how many days of its week before it are open
--   opens, closes  minutes since midnight
CREATE FUNCTION open_minutes(at timestamp, is_open int[], open_before int[], opens int, closes int) RETURNS float8
LANGUAGE sql IMMUTABLE AS $$
	SELECT (((at::date - date '2001-01-01') / 7 * (open_before[7] + is_open[7]) + open_before[date_part('isodow', at)::int])
		* (closes - opens)
		+ is_open[date_part('isodow', at)::int]
			* least(greatest(date_part('epoch', at::time) / 60 - opens, 0), closes - opens))::float8
$$;

-- Days on which members used the app, one row a day and member with the first moment. `is_member` is false while the
-- account is in the trash or a superuser's. Rows of former days are deleted after a while and stay counted.
CREATE TABLE member_days (
	user_id uuid NOT NULL CONSTRAINT member_days_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	day date NOT NULL,
	at timestamptz(3) NOT NULL,
	is_member boolean NOT NULL DEFAULT true,
	CONSTRAINT member_days_user_id_day_pk PRIMARY KEY (user_id, day)
);
CREATE INDEX member_days_day ON member_days (day, user_id);

-- Notes the day of an account that was seen.
CREATE FUNCTION keep_member_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO member_days (user_id, day, at)
	VALUES (NEW.id, (NEW.last_seen_at AT TIME ZONE organisation_time_zone())::date, NEW.last_seen_at)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
-- A member is seen every few minutes: only the first time of a day writes.
CREATE TRIGGER users_first_seen AFTER INSERT ON users FOR EACH ROW
	WHEN (NEW.last_seen_at IS NOT NULL AND NOT NEW.is_superuser AND NEW.deleted_at IS NULL)
	EXECUTE FUNCTION keep_member_day();
CREATE TRIGGER users_seen AFTER UPDATE OF last_seen_at ON users FOR EACH ROW
	WHEN (NOT NEW.is_superuser AND NEW.deleted_at IS NULL
		AND (NEW.last_seen_at AT TIME ZONE organisation_time_zone())::date
			> coalesce((OLD.last_seen_at AT TIME ZONE organisation_time_zone())::date, '-infinity'))
	EXECUTE FUNCTION keep_member_day();

-- Counts the days of an account only while it is a member's outside the trash, as the list of members does.
CREATE FUNCTION set_member_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE member_days SET is_member = TG_OP = 'UPDATE' AND NOT NEW.is_superuser AND NEW.deleted_at IS NULL
	WHERE user_id = OLD.id;
	RETURN OLD;
END $$;
CREATE TRIGGER users_member_days AFTER UPDATE OF is_superuser, deleted_at ON users FOR EACH ROW
	WHEN ((NEW.is_superuser OR NEW.deleted_at IS NOT NULL) <> (OLD.is_superuser OR OLD.deleted_at IS NOT NULL))
	EXECUTE FUNCTION set_member_days();
-- Runs before the foreign key deletes the days, which counts nothing.
CREATE TRIGGER users_member_days_end BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION set_member_days();

-- How much of each metric there is a day, as changes to sum up, like `row_counts`. `hour` is null in the counts of whole
-- days; those of hours compare a day that is not over with the same part of another. `subject` is null in the counts
-- of everything; metrics of many things have counts of each, too. Metrics of months have their first day.
CREATE TABLE day_counts (
	metric text NOT NULL,
	subject text,
	day date NOT NULL,
	hour smallint,
	delta bigint NOT NULL
);
CREATE INDEX day_counts_day ON day_counts (metric, day) WHERE hour IS NULL AND subject IS NULL;
CREATE INDEX day_counts_hour ON day_counts (metric, day, hour) WHERE hour IS NOT NULL;
CREATE INDEX day_counts_subject ON day_counts (metric, day, subject) WHERE subject IS NOT NULL;

CREATE SCHEMA statistics;
-- Metrics and the query that counts each from its table, for counting anew.
CREATE TABLE statistics.metrics (
	metric text PRIMARY KEY,
	counting text NOT NULL
);

-- Counts the rows of a table by day from now on. A migration calls it once for each metric:
--   moment     expression: when it happened; null is not counted
--   condition  rows that count
--   subject    expression: the thing that is counted by itself, too
--   weight     expression: how much a row counts
--   deletions  whether deleted rows no longer count
--   by_month   only each thing by month: for years of many things, or of many values
CREATE FUNCTION count_by_day(
	metric text, source regclass, moment text, condition text DEFAULT 'true',
	subject text DEFAULT NULL, weight text DEFAULT '1', deletions boolean DEFAULT true, by_month boolean DEFAULT false
) RETURNS void LANGUAGE plpgsql AS $outer$
DECLARE
	-- Templates: how much a row changes, and the table.
	changes text := format('SELECT (%s) AT TIME ZONE organisation_time_zone() AS at, (%s)::text AS subject, %%s * (%s) AS change
		FROM %%s WHERE (%s) IS NOT NULL AND %s', moment, coalesce(subject, 'NULL'), weight, moment, condition);
	summed text := CASE WHEN by_month THEN format('INSERT INTO day_counts (metric, subject, day, delta)
		SELECT %L, subject, date_trunc(''month'', at), sum(change) FROM (%%s) AS changes
		GROUP BY 2, 3 HAVING sum(change) <> 0', metric)
	ELSE format('INSERT INTO day_counts (metric, subject, day, hour, delta)
		SELECT %L, %s, at::date, extract(hour FROM at), sum(change) FROM (%%s) AS changes
		GROUP BY GROUPING SETS ((at::date), (at::date, extract(hour FROM at))%s) HAVING sum(change) <> 0',
		metric, CASE WHEN subject IS NULL THEN 'NULL' ELSE 'subject' END,
		CASE WHEN subject IS NULL THEN '' ELSE ', (subject, at::date)' END) END;
	gained text := format(changes, '1', 'new_rows');
	lost text := format(changes, '-1', 'old_rows');
	name text := 'count_' || metric;
BEGIN
	INSERT INTO statistics.metrics VALUES (metric, format(summed, format(changes, '1', source)));
	EXECUTE format($f$
		CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $g$
		BEGIN
			IF TG_OP = 'INSERT' THEN %s;
			ELSIF TG_OP = 'UPDATE' THEN %s;
			ELSE %s;
			END IF;
			RETURN NULL;
		END $g$ $f$, name, format(summed, gained), format(summed, gained || ' UNION ALL ' || lost), format(summed, lost));
	-- Three triggers, since PostgreSQL allows transition tables with one event each.
	EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_insert', source, name);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_update', source, name);
	IF deletions THEN
		EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
			FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_delete', source, name);
	END IF;
END $outer$;

-- Moves all days into another zone, and counts answers in other hours: `mon-fri 09:00-18:00`, or null for all. Writers
-- wait: what they write meanwhile is counted once, in the new time.
CREATE FUNCTION set_organisation_time(zone text, hours text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	weekdays text[] := '{mon,tue,wed,thu,fri,sat,sun}';
	first int := array_position(weekdays, substr(hours, 1, 3));
	last int := array_position(weekdays, substr(hours, 5, 3));
	is_open int[] := ARRAY(
		SELECT (CASE WHEN first <= last THEN day BETWEEN first AND last ELSE day >= first OR day <= last END)::int
		FROM generate_series(1, 7) AS day ORDER BY day);
	open_before int[] := ARRAY(
		SELECT coalesce(sum(is_open[day]) OVER (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
		FROM generate_series(1, 7) AS day ORDER BY day);
	opens int := date_part('epoch', substr(hours, 9, 5)::time) / 60;
	closes int := date_part('epoch', substr(hours, 15, 5)::time) / 60;
	waiting text := CASE WHEN hours IS NULL THEN 'SELECT date_part(''epoch'', ended - begun) / 60'
		ELSE format('SELECT open_minutes(ended AT TIME ZONE %1$L, %2$L, %3$L, %4$s, %5$s)
			- open_minutes(begun AT TIME ZONE %1$L, %2$L, %3$L, %4$s, %5$s)', zone, is_open, open_before, opens, closes) END;
	counting text;
BEGIN
	IF zone = organisation_time_zone()
		AND waiting = (SELECT trim(E' \n\t' FROM prosrc) FROM pg_proc WHERE oid = 'waiting_minutes'::regproc) THEN
		RETURN;
	END IF;
	LOCK TABLE day_counts, member_days IN EXCLUSIVE MODE;
	EXECUTE format('CREATE OR REPLACE FUNCTION organisation_time_zone() RETURNS text LANGUAGE sql STABLE AS %L',
		format('SELECT %L', zone));
	EXECUTE format('CREATE OR REPLACE FUNCTION waiting_minutes(begun timestamptz, ended timestamptz) RETURNS float8
		LANGUAGE sql STABLE AS %L', waiting);
	CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
		SELECT DISTINCT ON (user_id, (at AT TIME ZONE zone)::date)
			user_id, (at AT TIME ZONE zone)::date AS day, at, is_member
		FROM member_days ORDER BY user_id, (at AT TIME ZONE zone)::date, at;
	-- Days that are counted, but no longer kept, stay as they are.
	DELETE FROM day_counts
	WHERE metric <> 'active_members'
		OR day >= (SELECT least(min(day), min((at AT TIME ZONE zone)::date)) FROM member_days);
	DELETE FROM member_days;
	FOR counting IN SELECT metrics.counting FROM statistics.metrics WHERE metric <> 'active_members' LOOP
		EXECUTE counting;
	END LOOP;
	INSERT INTO member_days SELECT * FROM moved;
END $$;

-- The last-seen days tell how many members have not come back since.
SELECT count_by_day('new_members', 'users', 'created_at', 'NOT is_superuser AND deleted_at IS NULL');
SELECT count_by_day('last_seen_members', 'users', 'last_seen_at', 'NOT is_superuser AND deleted_at IS NULL');
SELECT count_by_day('active_members', 'member_days', 'at', 'is_member', deletions => false);
SELECT count_by_day('received_messages', 'message_threads', 'received_at', $$status <> 'spam'$$);
SELECT count_by_day('closed_messages', 'message_threads', 'closed_at', $$status = 'closed'$$);
SELECT count_by_day('ratings', 'ratings', 'updated_at', $$target_type = 'app'$$);
SELECT count_by_day('rating_scores', 'ratings', 'updated_at', $$target_type = 'app'$$, weight => 'score');
SELECT count_by_day('news_reads', 'news_reads', 'at', subject => 'article_id');
SELECT count_by_day('news_reads_by_month', 'news_reads', 'at', subject => 'article_id', by_month => true);
SELECT count_by_day('answers_by_month', 'message_threads', 'received_at',
	$$status <> 'spam' AND first_answered_at IS NOT NULL$$,
	subject => 'answer_minutes(received_at, first_answered_at)', by_month => true);


------------------------------------------------------------------------------------------------------------------------
-- Alerts
------------------------------------------------------------------------------------------------------------------------

-- What asks for the attention of one person of the team. Until it is read, the same cause for the same row is one alert.
CREATE TABLE alerts (
	id uuid PRIMARY KEY,
	user_id uuid NOT NULL CONSTRAINT alerts_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
	kind text NOT NULL,
	thread_id uuid CONSTRAINT alerts_thread_id_message_threads_id_fk REFERENCES message_threads ON DELETE CASCADE,
	broadcast_id uuid CONSTRAINT alerts_broadcast_id_broadcasts_id_fk REFERENCES broadcasts ON DELETE CASCADE,
	actor_id uuid CONSTRAINT alerts_actor_id_users_id_fk REFERENCES users ON DELETE SET NULL,
	created_at timestamptz(3) NOT NULL,
	read_at timestamptz(3),
	CONSTRAINT alerts_kind CHECK (kind IN ('assigned', 'answered', 'mentioned', 'broadcast')),
	CONSTRAINT alerts_about CHECK (num_nonnulls(thread_id, broadcast_id) = 1)
);
CREATE UNIQUE INDEX alerts_unread ON alerts (user_id, kind, coalesce(thread_id, broadcast_id)) WHERE read_at IS NULL;
CREATE INDEX alerts_newest ON alerts (user_id, created_at DESC, id DESC);
CREATE INDEX alerts_thread ON alerts (thread_id);
CREATE INDEX alerts_broadcast ON alerts (broadcast_id);
CREATE INDEX alerts_actor ON alerts (actor_id);
CREATE INDEX alerts_created ON alerts (created_at);

-- Alerts a superuser of what somebody else caused, unless they turned this kind off.
CREATE FUNCTION alert_user(recipient uuid, about text, thread uuid, broadcast uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO alerts (id, user_id, kind, thread_id, broadcast_id, actor_id, created_at)
	SELECT gen_random_uuid(), users.id, about, thread, broadcast, actor.id, now()
	FROM users
	LEFT JOIN preferences ON preferences.user_id = users.id
	CROSS JOIN (SELECT (audit_context() ->> 'actor_id')::uuid AS id) AS actor
	WHERE users.id = recipient AND is_superuser AND deleted_at IS NULL AND actor.id IS DISTINCT FROM recipient
		AND coalesce((to_jsonb(preferences) ->> ('alert_' || about))::boolean, true)
	ON CONFLICT (user_id, kind, coalesce(thread_id, broadcast_id)) WHERE read_at IS NULL
		DO UPDATE SET created_at = excluded.created_at, actor_id = excluded.actor_id
$$;

CREATE FUNCTION alert_assignee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM alert_user(NEW.assignee_id, 'assigned', NEW.id, NULL);
	RETURN NULL;
END $$;
-- Conversations are handed over one by one and in bulk.
CREATE TRIGGER message_threads_assigned AFTER UPDATE OF assignee_id ON message_threads FOR EACH ROW
	WHEN (NEW.assignee_id IS NOT NULL AND NEW.assignee_id IS DISTINCT FROM OLD.assignee_id)
	EXECUTE FUNCTION alert_assignee();

CREATE FUNCTION alert_of_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM alert_user(assignee_id, 'answered', id, NULL)
	FROM message_threads WHERE id = NEW.thread_id AND status <> 'spam';
	RETURN NULL;
END $$;
-- Members answer in the app and by mail. Spam bothers nobody.
CREATE TRIGGER message_entries_answered AFTER INSERT ON message_entries FOR EACH ROW
	WHEN (NEW.kind = 'member') EXECUTE FUNCTION alert_of_answer();

CREATE FUNCTION alert_of_broadcast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM alert_user(recipient, 'broadcast', NULL, NEW.id)
	FROM (SELECT NEW.created_by UNION SELECT NEW.sent_by) AS recipients(recipient);
	RETURN NULL;
END $$;
-- Providers and downtimes stop a broadcast at any hour.
CREATE TRIGGER broadcasts_stopped AFTER UPDATE OF status ON broadcasts FOR EACH ROW
	WHEN (NEW.status IN ('paused', 'missed') AND NEW.status <> OLD.status) EXECUTE FUNCTION alert_of_broadcast();


------------------------------------------------------------------------------------------------------------------------
-- Live updates
------------------------------------------------------------------------------------------------------------------------

-- Tells every instance which rows of an entity have changed, by their ids alone: a listener loads what it may see.
-- Above 20 rows only that some have.
CREATE FUNCTION notify_changes(entity text, ids uuid[]) RETURNS void LANGUAGE sql AS $$
	SELECT pg_notify('agora_events', json_build_object(
		'event', 'changed', 'entity', entity, 'id', id, 'by', audit_context() ->> 'actor_id')::text)
	FROM unnest(CASE WHEN cardinality(ids) > 20 THEN ARRAY[NULL::uuid] ELSE ids END) AS id
$$;

-- For tables that members write, whose changes the audit log leaves out. The argument is the entity.
CREATE FUNCTION notify_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes(TG_ARGV[0], array_agg(id)) FROM changed_rows HAVING count(*) > 0;
	RETURN NULL;
END $$;
-- New messages and ratings appear in open lists of the team. A thread that is deleted is in the audit log.
CREATE TRIGGER message_threads_notify_insert AFTER INSERT ON message_threads
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('message');
CREATE TRIGGER message_threads_notify_update AFTER UPDATE ON message_threads
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('message');
CREATE TRIGGER ratings_notify_insert AFTER INSERT ON ratings
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');
CREATE TRIGGER ratings_notify_update AFTER UPDATE ON ratings
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');
CREATE TRIGGER ratings_notify_delete AFTER DELETE ON ratings
	REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_written('rating');

-- Alerts are their readers' own: a page that hears of some reads its own again.
CREATE FUNCTION notify_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('agora_events', '{"event": "alerts"}');
	RETURN NULL;
END $$;
CREATE TRIGGER alerts_notify_insert AFTER INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION notify_alerts();
CREATE TRIGGER alerts_notify_update AFTER UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION notify_alerts();

-- For an entry that changes without its conversation.
CREATE FUNCTION notify_bounced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes('message', ARRAY[NEW.thread_id]);
	RETURN NULL;
END $$;
-- An open conversation shows at once that the mail of a reply came back.
CREATE TRIGGER message_entries_bounced AFTER UPDATE OF delivery ON message_entries
	FOR EACH ROW WHEN (NEW.delivery = 'bounced') EXECUTE FUNCTION notify_bounced();

-- How far a row has come, which is no change of it. The argument is the entity.
CREATE FUNCTION notify_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('agora_events', json_build_object('event', TG_ARGV[0] || '.progress', 'id', NEW.id)::text);
	RETURN NULL;
END $$;
-- Sending leaves `version` as it is; changes by people raise it and are in the audit log.
CREATE TRIGGER broadcasts_notify AFTER UPDATE ON broadcasts
	FOR EACH ROW WHEN (OLD.version = NEW.version) EXECUTE FUNCTION notify_progress('broadcast');


------------------------------------------------------------------------------------------------------------------------
-- Audit log
------------------------------------------------------------------------------------------------------------------------

-- Who changed what. Written by triggers in the transaction of the change, so that no route, job or command can forget
-- it. No foreign keys: entries outlive the rows and accounts that they are about.
CREATE TABLE audit_logs (
	id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	at timestamptz(3) NOT NULL DEFAULT now(),
	actor_kind text NOT NULL,
	actor_id uuid,
	actor_label text,
	action text NOT NULL,
	entity_type text NOT NULL,
	entity_id uuid NOT NULL,
	entity_labels jsonb,
	changes jsonb NOT NULL,
	request_id text,
	ip text,
	user_agent text
);
CREATE INDEX audit_logs_newest ON audit_logs (at DESC NULLS FIRST, id DESC NULLS FIRST);
CREATE INDEX audit_logs_entity ON audit_logs (entity_type, entity_id, at DESC NULLS FIRST, id DESC NULLS FIRST);
CREATE INDEX audit_logs_actor ON audit_logs (actor_id, at DESC NULLS FIRST, id DESC NULLS FIRST);
CREATE INDEX audit_logs_origin ON audit_logs (at) WHERE ip IS NOT NULL;
CREATE INDEX audit_logs_request ON audit_logs (request_id);
CREATE INDEX audit_logs_search ON audit_logs
	USING gin (lower(f_unaccent(coalesce(entity_labels ->> 'fr', '') || E'\n' || coalesce(entity_labels ->> 'en', '')
		|| E'\n' || coalesce(actor_label, ''))) gin_trgm_ops);

-- The audited tables and how each is logged, written by `audit_table()`. In a schema of its own, on which the service's
-- role has no rights: it must not be able to turn the log off.
CREATE SCHEMA audit;
CREATE TABLE audit.tables (
	name regclass PRIMARY KEY,
	entity text NOT NULL UNIQUE,
	shown text[] NOT NULL,
	secret text[] NOT NULL,
	label text NOT NULL,
	is_personal boolean NOT NULL,
	is_versioned boolean NOT NULL
);

-- The name that readers of a language know a row by, from the row as JSON. `audit_table()` replaces it by a CASE over
-- all entities.
CREATE FUNCTION audit_label(entity text, data jsonb, locale text) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT NULL $$;

-- The names of a row by language.
CREATE FUNCTION audit_labels(entity text, data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_build_object('fr', audit_label(entity, data, 'fr'), 'en', audit_label(entity, data, 'en'))
$$;

-- The fields that differ, with both values; of secret ones only that they differ. An absent row is an empty object.
CREATE FUNCTION audit_diff(before jsonb, after jsonb, fields text[], secrets text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(replace(field, '_hash', ''), CASE WHEN field = ANY (secrets) THEN 'null'::jsonb
		ELSE jsonb_build_array(before -> field, after -> field) END), '{}')
	FROM unnest(fields || secrets) AS field
	WHERE coalesce(before -> field, 'null') <> coalesce(after -> field, 'null')
$$;

-- The fields alone, for entries about rows that were erased.
CREATE FUNCTION audit_without_values(changes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, 'null'::jsonb), '{}') FROM jsonb_object_keys(changes) AS key
$$;

-- Writes one entry per changed row of an audited table. With the owner's rights, since the service's role cannot write
-- entries. Rows are read as JSON at once, so that no column's name can collide with a variable's.
CREATE FUNCTION audit_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	context jsonb := audit_context();
	actor uuid := context ->> 'actor_id';
	actor_email text := (SELECT email FROM users WHERE id = actor);
	audited audit.tables;
BEGIN
	SELECT * INTO STRICT audited FROM audit.tables WHERE name = TG_RELID;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', coalesce(actor, self.id), coalesce(actor_email, self.email),
			context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			'created', audited.entity, (after ->> 'id')::uuid, audit_labels(audited.entity, after),
			audit_diff('{}', after, audited.shown, '{}')
		FROM (SELECT to_jsonb(new_rows) AS after FROM new_rows) AS inserted
		-- Somebody who signs up is the author of their own account.
		LEFT JOIN users AS self ON actor IS NULL AND audited.entity = 'user' AND context ->> 'actor_kind' = 'user'
			AND self.id = (after ->> 'id')::uuid
		ORDER BY after ->> 'id';
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', actor, actor_email,
			context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
			CASE WHEN before ->> 'deleted_at' IS NULL AND after ->> 'deleted_at' IS NOT NULL THEN 'deleted'
				WHEN before ->> 'deleted_at' IS NOT NULL AND after ->> 'deleted_at' IS NULL THEN 'restored'
				ELSE 'updated' END,
			audited.entity, (after ->> 'id')::uuid, audit_labels(audited.entity, after), changes
		FROM (
			SELECT before, after, CASE
				-- Of a move to the trash or back nothing else differs: its many rows need no comparison by field.
				WHEN before - 'deleted_at' = after - 'deleted_at' THEN '{}'
				ELSE audit_diff(before, after, audited.shown, audited.secret) END AS changes
			FROM (
				-- OFFSET 0 keeps the planner from converting a row to JSON again at each use of it. FULL JOIN keeps it from
				-- a nested loop, which a plan made for single rows has, and which is quadratic in a bulk action.
				SELECT to_jsonb(old_rows) AS before, to_jsonb(new_rows) AS after
				FROM old_rows FULL JOIN new_rows USING (id) OFFSET 0
			) AS updated OFFSET 0
		) AS compared
		WHERE (changes <> '{}' OR (before -> 'deleted_at') <> (after -> 'deleted_at'))
			AND (NOT audited.is_versioned OR before -> 'version' IS NULL OR before -> 'version' <> after -> 'version')
		ORDER BY after ->> 'id';
	ELSE
		-- Somebody who erases their own account leaves no trace of where from.
		INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
			action, entity_type, entity_id, entity_labels, changes)
		SELECT context ->> 'actor_kind', actor, actor_email, context ->> 'request_id',
			CASE WHEN actor_email IS NOT NULL THEN context ->> 'ip' END,
			CASE WHEN actor_email IS NOT NULL THEN context ->> 'user_agent' END,
			'erased', audited.entity, (before ->> 'id')::uuid,
			CASE WHEN NOT audited.is_personal THEN audit_labels(audited.entity, before) END, '{}'
		FROM (SELECT to_jsonb(old_rows) AS before FROM old_rows) AS erased
		ORDER BY before ->> 'id';
		IF audited.is_personal THEN
			UPDATE audit_logs SET entity_labels = NULL, changes = audit_without_values(changes)
			FROM (SELECT id FROM old_rows) AS erased WHERE entity_type = audited.entity AND entity_id = erased.id;
		END IF;
		IF audited.entity = 'user' THEN
			UPDATE audit_logs SET actor_label = NULL, ip = NULL, user_agent = NULL
			FROM (SELECT id FROM old_rows) AS erased WHERE actor_id = erased.id;
		END IF;
	END IF;
	RETURN NULL;
END $$;

-- Logs the changes of a table with a uuid `id` from now on; a later call for the same table replaces how. A migration
-- calls it once for each new entity:
--   shown         columns whose values are logged
--   secret        columns of which only the fact of a change is logged
--   label         SQL expression over `data`, the row as JSON, and `locale`, the reader's language: the name that people
--                 know the row by
--   is_personal   the row is a member's own: erasing it erases its labels and values from the log
--   is_versioned  updates that do not change `version` (last seen, progress) are not logged
CREATE FUNCTION audit_table(
	name regclass, entity text, shown text[], secret text[], label text,
	is_personal boolean DEFAULT false, is_versioned boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	labels text;
	missing text := (SELECT string_agg(field, ', ') FROM unnest(shown || secret) AS field WHERE NOT EXISTS (
		SELECT FROM pg_attribute WHERE attrelid = audit_table.name AND attname = field AND NOT attisdropped));
	prefix text := (SELECT relname FROM pg_class WHERE oid = audit_table.name) || '_audited_';
BEGIN
	IF missing IS NOT NULL THEN
		RAISE EXCEPTION '% has no column %', name, missing;
	END IF;
	DELETE FROM audit.tables WHERE tables.name = audit_table.name;
	INSERT INTO audit.tables VALUES (name, entity, shown, secret, label, is_personal, is_versioned);
	-- One CASE with every label stays a plain function, planned once; an EXECUTE would parse the label at each change.
	SELECT string_agg(format('WHEN %L THEN %s', t.entity, t.label), E'\n\t\t' ORDER BY t.entity)
	INTO labels FROM audit.tables AS t;
	EXECUTE format('CREATE OR REPLACE FUNCTION audit_label(entity text, data jsonb, locale text) RETURNS text
		LANGUAGE sql IMMUTABLE AS %L', format(E'\n\tSELECT left(CASE entity\n\t\t%s\n\tEND, 255)\n', labels));
	-- Three triggers, since PostgreSQL allows transition tables with one event each.
	EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION audit_changes()', prefix || 'insert', name);
	EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
		FOR EACH STATEMENT EXECUTE FUNCTION audit_changes()', prefix || 'update', name);
	EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
		FOR EACH STATEMENT EXECUTE FUNCTION audit_changes()', prefix || 'delete', name);
END $$;

-- Writes one entry by who acts in this transaction. With its caller's rights, so that only the owner's functions can.
CREATE FUNCTION audit_entry(action text, entity_type text, entity_id uuid, labels jsonb, changes jsonb) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO audit_logs (actor_kind, actor_id, actor_label, request_id, ip, user_agent,
		action, entity_type, entity_id, entity_labels, changes)
	SELECT context ->> 'actor_kind', actor.id, actor.email,
		context ->> 'request_id', context ->> 'ip', context ->> 'user_agent',
		action, entity_type, entity_id, labels, changes
	FROM audit_context() AS context LEFT JOIN users AS actor ON actor.id = (context ->> 'actor_id')::uuid
$$;

-- Logs about an account what no column of it shows: a sign-out everywhere, a device that was removed.
CREATE FUNCTION audit_account(account uuid, changes jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT audit_entry('updated', 'user', id, audit_labels('user', to_jsonb(users)), changes) FROM users WHERE id = account
$$;

-- Logs an export: the names of its list, and what it was of.
CREATE FUNCTION audit_export(labels jsonb, changes jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT audit_entry('created', 'export', gen_random_uuid(), labels, changes)
$$;

-- How long entries are kept. The service replaces it at each start, as the owner, with `AUDIT_RETENTION_DAYS`.
CREATE FUNCTION audit_retention() RETURNS interval LANGUAGE sql STABLE AS $$ SELECT interval '730 days' $$;

-- Entries stay as they were written, whichever statement tries otherwise, also one of the owner. They only lose: labels
-- and values when a personal row is erased, the names of an erased author, the origin after 90 days; and end after
-- `audit_retention()`.
CREATE FUNCTION keep_audit_logs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	personal text[] := '{entity_labels,actor_label,ip,user_agent,changes}';
	is_erased boolean;
	is_by_nobody boolean;
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - audit_retention() THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
		is_erased := EXISTS (SELECT FROM audit.tables WHERE entity = OLD.entity_type AND is_personal)
			AND EXISTS (SELECT FROM audit_logs
				WHERE entity_type = OLD.entity_type AND entity_id = OLD.entity_id AND action = 'erased');
		is_by_nobody := OLD.actor_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.actor_id);
		IF (NEW.entity_labels IS NOT DISTINCT FROM OLD.entity_labels OR (NEW.entity_labels IS NULL AND is_erased))
			AND (NEW.changes = OLD.changes OR (NEW.changes = audit_without_values(OLD.changes) AND is_erased))
			AND (NEW.actor_label IS NOT DISTINCT FROM OLD.actor_label OR (NEW.actor_label IS NULL AND is_by_nobody))
			AND ((NEW.ip, NEW.user_agent) IS NOT DISTINCT FROM (OLD.ip, OLD.user_agent)
				OR (NEW.ip IS NULL AND NEW.user_agent IS NULL AND (is_by_nobody OR OLD.at < now() - interval '90 days'))) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'audit_logs can only be added to' USING ERRCODE = 'insufficient_privilege';
END $$;
-- Without these, one statement of the owner's role could rewrite history.
CREATE TRIGGER audit_logs_kept BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION keep_audit_logs();
CREATE TRIGGER audit_logs_not_truncated BEFORE TRUNCATE ON audit_logs
	FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_logs();

-- Deletes entries that are no longer kept and removes the origin of old ones, at most `at_once` of each, and answers
-- the greater number. Any number of these can run at once. With the owner's rights, as above.
CREATE FUNCTION forget_audit_logs(at_once integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	ended integer;
	emptied integer;
BEGIN
	DELETE FROM audit_logs WHERE id IN (
		SELECT id FROM audit_logs WHERE at < now() - audit_retention() ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS ended = ROW_COUNT;
	UPDATE audit_logs SET ip = NULL, user_agent = NULL WHERE id IN (
		SELECT id FROM audit_logs WHERE at < now() - interval '90 days' AND ip IS NOT NULL
		ORDER BY at LIMIT at_once FOR UPDATE SKIP LOCKED);
	GET DIAGNOSTICS emptied = ROW_COUNT;
	RETURN greatest(ended, emptied);
END $$;

-- The list of entries shows its exact size at any size.
CREATE TRIGGER audit_logs_counted_insert AFTER INSERT ON audit_logs
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');
CREATE TRIGGER audit_logs_counted_delete AFTER DELETE ON audit_logs
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rows('audit_logs');

-- Tells every instance which rows the new entries are about.
CREATE FUNCTION notify_audited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_changes(entity_type, array_agg(DISTINCT entity_id)) FROM new_rows GROUP BY entity_type;
	RETURN NULL;
END $$;
-- An audited table needs no triggers of its own for live updates.
CREATE TRIGGER audit_logs_notify AFTER INSERT ON audit_logs
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_audited();

-- The audited tables. Of conversations, `entry_count` tells that somebody wrote, and nothing of what.
SELECT audit_table('users', 'user',
	'{email,pending_email,full_name,is_active,is_superuser,locale,must_change_password,invitation_expires_at,
		deactivated_until,deactivation_reason,messages_blocked_at}', '{password_hash}',
	$$data ->> 'email'$$, is_personal => true);
SELECT audit_table('items', 'item', '{title,description}', '{}',
	$$data ->> 'title'$$, is_personal => true);
SELECT audit_table('daily_messages', 'daily_message', '{day,status,translations,link,missing_locale}', '{}',
	$$concat_ws(' · ', data ->> 'day', coalesce(
		text_in(data -> 'translations', 'title', locale), text_in(data -> 'translations', 'body', locale)))$$);
-- The version of an article counts changes of its text alone; publishing, pinning and its times are changes, too.
SELECT audit_table('news_articles', 'news',
	'{status,slug,category_id,visible_from,visible_to,pinned_until}', '{content,live_revision_id}',
	$$coalesce(text_in(data #> '{content,translations}', 'title', locale), data ->> 'slug')$$,
	is_versioned => false);
SELECT audit_table('news_categories', 'news_category', '{name_fr,name_en,color}', '{}', $$data ->> ('name_' || locale)$$);
SELECT audit_table('message_threads', 'message', '{status,category,assignee_id,entry_count}', '{}',
	$$concat_ws(' · ', '#' || (data ->> 'number'), nullif(data ->> 'subject', ''))$$, is_personal => true);
SELECT audit_table('reply_templates', 'reply_template', '{title,bodies,position}', '{}', $$data ->> 'title'$$);
SELECT audit_table('broadcasts', 'broadcast',
	'{name,category,status,translations,missing_locale,audience,link,image_id,urgent,ttl_seconds,source,source_id,
		schedule_mode,scheduled_local,time_zone,scheduled_at,late_policy}', '{}',
	$$coalesce(nullif(data ->> 'name', ''), text_in(data -> 'translations', 'title', locale))$$);
