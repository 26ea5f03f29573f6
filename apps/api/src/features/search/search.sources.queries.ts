import type { Searched } from '@agora/contract/features/search/search.contract';
import { emailKey } from '@agora/contract/shared/email';
import type { Locale } from '@agora/contract/shared/locale';
import { can, type Permission, type Rights } from '@agora/contract/shared/permissions';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { containsWords } from '../../platform/db/search.ts';
import { nameOfUser, type User, userSearchKeys, users } from '../accounts/accounts.users.table.ts';
import { broadcastSearchKeys, broadcastSearchText } from '../broadcasts/broadcasts.table.ts';
import { dailyMessageSearchKeys, dailyMessageSearchText } from '../daily-messages/daily-messages.table.ts';
import { itemSearchKeys } from '../items/items.table.ts';
import {
  entrySearchText,
  excerptOfThread,
  messageThreads,
  threadSearchKeys,
} from '../messages/messages.table.ts';
import { newsArticles, newsSearchKeys, newsSearchText } from '../news/news.table.ts';

export type Searcher = Pick<User, 'id' | 'locale'> & Pick<Rights, 'is_superuser' | 'permissions'>;

/** Rows of one kind, and their searchable texts, each with an index. */
export interface Source {
  entity: Searched;
  from: SQL;
  /** Condition: the caller sees the row in its list. */
  isVisible: SQL;
  id: SQL;
  /** Time by which equally good rows are sorted, newest first. */
  at: SQL;
  /** Normalised names or titles, a line each. */
  names: SQLWrapper;
  /** Keys of the words of names, for typos, and of their lines: `search_keys()` of the database. */
  keys: SQL;
  /** Condition: the search is the row's number. */
  isNumber?: (q: string) => SQL;
  /** Condition: the row's email address begins with the search. */
  isAddress?: (address: string) => SQL;
  /** Condition: other texts contain the words. */
  inTexts?: (q: string) => SQL;
  title: SQL;
  detail: SQL;
}

/** A field of translations in the reader's language, else in the other, or ''. */
const translated = (translations: SQL, field: string, locale: Locale): SQL =>
  sql`coalesce(text_in(${translations}, ${field}, ${locale}), '')`;

/** Characters of a text that a result shows. */
const SHOWN = sql`120`;

/** An address, or the beginning of one. */
export const ADDRESS = /^[^\s@]+@\S*$/;

/**
 * Condition: the account's address begins with the search. All addresses of a provider share their end: trigrams would
 * read half of their index.
 */
const isAddress = (address: string): SQL =>
  sql`users.email_key >= ${emailKey(address)} and users.email_key < ${emailKey(address)} || chr(1114111)`;

const accounts = (entity: 'member' | 'administrator'): Source => ({
  entity,
  from: sql`users`,
  isVisible:
    entity === 'member' ? sql`deleted_at is null and not is_team` : sql`deleted_at is null and is_team`,
  id: sql`id`,
  at: sql`created_at`,
  names: users.search_text,
  keys: userSearchKeys,
  isAddress,
  title: nameOfUser(users),
  detail: sql`email`,
});

const news = (locale: Locale): Source => ({
  entity: 'news',
  from: sql`news_articles`,
  isVisible: sql`deleted_at is null`,
  id: sql`id`,
  at: sql`updated_at`,
  names: newsArticles.search_text,
  keys: newsSearchKeys,
  inTexts: (q) => containsWords(newsSearchText, q),
  title: translated(sql`(content -> 'translations')`, 'title', locale),
  detail: sql`left(${translated(sql`(content -> 'translations')`, 'excerpt', locale)}, ${SHOWN})`,
});

const dailyMessages = (locale: Locale): Source => ({
  entity: 'daily_message',
  from: sql`daily_messages`,
  isVisible: sql`deleted_at is null`,
  id: sql`id`,
  at: sql`updated_at`,
  names: dailyMessageSearchText,
  keys: dailyMessageSearchKeys,
  title: sql`coalesce(nullif(${translated(sql`translations`, 'title', locale)}, ''),
    left(${translated(sql`translations`, 'body', locale)}, ${SHOWN}))`,
  detail: sql`coalesce(day::text, '')`,
});

const broadcasts = (locale: Locale): Source => ({
  entity: 'broadcast',
  from: sql`broadcasts`,
  isVisible: sql`true`,
  id: sql`id`,
  at: sql`coalesce(started_at, scheduled_at, created_at)`,
  names: broadcastSearchText,
  keys: broadcastSearchKeys,
  title: sql`coalesce(nullif(name, ''), ${translated(sql`translations`, 'title', locale)})`,
  detail: sql`left(${translated(sql`translations`, 'body', locale)}, ${SHOWN})`,
});

/** Number of a conversation, with or without `#`. */
const NUMBER = /^\s*#?(\d{1,15})\s*$/;

/** Maximum number of messages and members that a search of conversations checks, newest first: more would take too long for common words. */
const CANDIDATES_MAX = sql`200`;

const conversations: Source = {
  entity: 'conversation',
  from: sql`message_threads`,
  isVisible: sql`status <> 'spam'`,
  id: sql`id`,
  at: sql`last_at`,
  names: messageThreads.search_text,
  keys: threadSearchKeys,
  isNumber: (q) => sql`number = ${NUMBER.exec(q)?.[1] ?? null}::bigint`,
  inTexts: (q) => sql`id in (
    (select thread_id from message_entries where ${containsWords(entrySearchText, q)}
      order by message_entries.id desc limit ${CANDIDATES_MAX})
    union all
    (select found.id from message_threads as found where user_id in (
      select users.id from users where ${ADDRESS.test(q) ? isAddress(q) : containsWords(users.search_text, q)} and deleted_at is null
      order by users.created_at desc, users.id desc limit ${CANDIDATES_MAX})))`,
  title: sql`concat_ws(' · ', '#' || number, coalesce(nullif(subject, ''), nullif(left(${excerptOfThread}, ${SHOWN}), '')))`,
  detail: sql`coalesce((select ${nameOfUser(users)} from users
    where users.id = message_threads.user_id and deleted_at is null), '')`,
};

const items = (caller: Searcher): Source => ({
  entity: 'item',
  from: sql`items join users on users.id = items.owner_id`,
  isVisible: sql`items.deleted_at is null and users.deleted_at is null
    ${can(caller, 'items.read') ? sql`` : sql`and items.owner_id = ${caller.id}`}`,
  id: sql`items.id`,
  at: sql`items.created_at`,
  names: sql`items.search_text`,
  keys: itemSearchKeys,
  title: sql`title`,
  detail: sql`coalesce(description, '')`,
});

/** All kinds that a caller may see. Anybody sees their own items. */
export function sourcesFor(caller: Searcher): Source[] {
  const { locale } = caller;
  const sources: readonly [Permission, Source][] = [
    ['members.read', accounts('member')],
    ['team.read', accounts('administrator')],
    ['news.read', news(locale)],
    ['daily_messages.read', dailyMessages(locale)],
    ['broadcasts.read', broadcasts(locale)],
    ['messages.read', conversations],
  ];
  return [
    ...sources.flatMap(([permission, source]) => (can(caller, permission) ? [source] : [])),
    items(caller),
  ];
}
