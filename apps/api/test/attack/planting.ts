import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { NO_CONTEXT } from '../../src/features/messages/messages.queries.ts';
import type { Account, TestService } from '../harness.ts';
import { type Column, columnsOf } from './database.ts';

/** Columns with enumerated values, which cannot hold arbitrary text. */
const WORDS: Record<string, string> = {
  'users.locale': 'fr',
  'preferences.theme': 'dark',
  'preferences.density': 'compact',
  'alerts.kind': 'mentioned',
  'audit_logs.actor_kind': 'user',
  'audit_logs.action': 'updated',
  'audit_logs.entity_type': 'user',
  'saved_views.list': 'members',
  'daily_messages.status': 'draft',
  'daily_messages.missing_locale': 'fallback',
  'approvals.decision': 'approved',
  'broadcasts.category': 'announcement',
  'broadcasts.status': 'draft',
  'broadcasts.missing_locale': 'fallback',
  'broadcasts.source': 'news',
  'broadcasts.schedule_mode': 'at',
  'broadcasts.late_policy': 'skip',
  'broadcast_deliveries.platform': 'ios',
  'broadcast_deliveries.locale': 'fr',
  'broadcast_deliveries.status': 'sent',
  'local_pushes.provider': 'fcm',
  'local_pushes.locale': 'fr',
  'devices.platform': 'ios',
  'devices.provider': 'fcm',
  'devices.locale': 'fr',
  'devices.app_version': '1.2.3',
  'devices.push_permission': 'granted',
  'daily_message_issues.source': 'reserve',
  'daily_message_issues.missing_locale': 'fallback',
  'news_articles.status': 'draft',
  'news_revisions.kind': 'save',
  'news_live.locale': 'fr',
  'news_live.text_locale': 'fr',
  'news_reads.locale': 'fr',
  'message_threads.category': 'question',
  'message_threads.status': 'open',
  'message_threads.locale': 'fr',
  'message_threads.snooze_kind': 'until_time',
  'message_entries.kind': 'member',
  'message_entries.delivery': 'bounced',
  'message_entries.bounce_reason': 'refused',
  'ratings.target_type': 'app',
  'ratings.locale': 'fr',
  'ratings.platform': 'ios',
  'tallies.unit': 'day',
  'retention_periods.code': 'conversations',
};

const articleOf = (text: string) => ({
  cover: null,
  missing_locale: 'fallback',
  translations: {
    fr: { title: text, excerpt: '', body: { type: 'doc', content: [] }, cover_alt: '', state: 'draft' },
    en: null,
  },
});

/** Columns with texts inside JSON. */
const DOCUMENTS: Record<string, (text: string) => object> = {
  'audit_logs.entity_labels': (text) => ({ fr: text, en: text }),
  'audit_logs.changes': (text) => ({ full_name: [null, text] }),
  'approvals.titles': (text) => ({ fr: { title: text }, en: null }),
  'approvals.plan': () => ({ visible_from: null }),
  'broadcasts.translations': (text) => ({ fr: { title: '', body: text }, en: null }),
  'daily_messages.translations': (text) => ({ fr: { title: '', body: text, author: '' }, en: null }),
  'message_threads.app_context': (text) => ({ ...NO_CONTEXT, device: text }),
  'preferences.columns': (text) => ({ members: text }),
  'reply_templates.bodies': (text) => ({ fr: text, en: '' }),
  'daily_message_issues.translations': (text) => ({ fr: { title: '', body: text, author: '' }, en: null }),
  'news_articles.content': articleOf,
  'news_revisions.content': articleOf,
  'news_autosaves.content': articleOf,
  'segments.audience': () => ({ everyone: true }),
  'tallies.parts': (text) => ({ [text]: 1 }),
  'news_live.cover': (text) => ({ alt: text, focal_x: 0.5, focal_y: 0.5, sources: [] }),
};

/** Columns required for sign-in stay unchanged: their own value is the marker. */
const KEPT = new Set(['users.email', 'users.email_key', 'users.password_hash']);

/** Of these there is one row, or one a kind, without a text of a person. */
const SETTINGS = new Set(['retention_periods', 'last_backup']);

/** Tables that others reference. Their row has its owner's id, so that the references match. */
const FIRST = ['message_entries', 'message_threads', 'broadcasts', 'media'];

const nameOf = ({ table, column }: Column) => `${table}.${column}`;
const isText = (column: Column) =>
  column.type === 'text' && !column.is_generated && !(nameOf(column) in WORDS);

export interface Victim extends Account {
  /** Marker of each column: a text that occurs nowhere else. */
  markers: Map<string, string>;
  /** Ids of the rows, by table. */
  ids: ReadonlyMap<string, string>;
}

/**
 * Creates a member with a row in every table and a marker in each text.
 * @param before prefix of each text
 */
export async function createMarkedMember(t: TestService, before = ''): Promise<Victim> {
  const columns = await columnsOf(t);
  const me = await t.member({ email: `Marked-${randomUUID()}@example.com` });
  const ids = new Map<string, string>();
  const tables = Map.groupBy(
    columns.filter(({ table }) => !SETTINGS.has(table)),
    ({ table }) => table,
  );
  for (const [table, its] of [...tables].sort(([one], [other]) => FIRST.indexOf(other) - FIRST.indexOf(one)))
    ids.set(table, await (table === 'users' ? markUser : insertRow)(t, its, me.id, ids, before));
  const [row] = await t.db.execute(sql`select * from users where id = ${me.id}`);
  const markers = columns
    .filter((column) => isText(column) || nameOf(column) in DOCUMENTS)
    .map((column) => [
      nameOf(column),
      KEPT.has(nameOf(column)) ? row?.[column.column] : markerOf(column, me.id, before),
    ]);
  return {
    ...me,
    markers: new Map(markers as [string, string][]),
    ids,
  };
}

const markerOf = (column: Column, id: string, before: string) => `${before}marked ${nameOf(column)} ${id}`;

async function markUser(
  { db }: TestService,
  columns: Column[],
  id: string,
  _ids: ReadonlyMap<string, string>,
  before: string,
): Promise<string> {
  for (const column of columns)
    if (isText(column) && !KEPT.has(nameOf(column)))
      await db.execute(
        sql`update users set ${sql.identifier(column.column)} = ${markerOf(column, id, before)} where id = ${id}`,
      );
  return id;
}

/** Inserts a row of a table; every uuid except its own id refers to the member. */
async function insertRow(
  { db }: TestService,
  columns: Column[],
  owner: string,
  ids: ReadonlyMap<string, string>,
  before: string,
): Promise<string> {
  const table = columns[0]?.table ?? '';
  const id = FIRST.includes(table) ? owner : randomUUID();
  const values = columns.map((column): SQL => {
    const document = DOCUMENTS[nameOf(column)];
    if (column.is_generated) return sql`default`;
    if (document) return sql`${JSON.stringify(document(markerOf(column, owner, before)))}::jsonb`;
    if (column.column === 'article_id') return sql`${ids.get('news_articles')}::uuid`;
    if (['category_id', 'live_revision_id'].includes(column.column)) return sql`null`;
    if (NULLS.has(nameOf(column))) return sql`null`;
    if (column.type === 'uuid') return sql`${column.column === 'id' ? id : owner}::uuid`;
    if (column.type === 'text') return sql`${WORDS[nameOf(column)] ?? markerOf(column, owner, before)}`;
    if (column.type === 'date') return sql`current_date - 10000 + ${(days += 1)}::int`;
    return VALUES[column.type] ?? sql`default`;
  });
  await db.execute(
    sql`insert into ${sql.identifier(table)} overriding system value values (${sql.join(values, sql`, `)})`,
  );
  return id;
}

const NULLS = new Set([
  'alerts.broadcast_id',
  'alerts.approval_id',
  'approvals.news_id',
  'message_images.entry_id',
  'message_images.pending_id',
  'devices.session_id',
  'ratings.target_id',
  'roles.key',
  'saved_views.private_to',
  'saved_views.deleted_at',
  'items.deleted_at',
  'daily_messages.deleted_at',
  'daily_messages.day',
  'news_articles.deleted_at',
  'news_articles.visible_from',
  'news_articles.visible_to',
  'news_live.visible_to',
]);

/** Counter for unique days: some tables allow a day only once, and lists begin with the latest. */
let days = 0;

const VALUES: Record<string, SQL> = {
  ARRAY: sql`'{}'`,
  integer: sql`1`,
  boolean: sql`false`,
  smallint: sql`1`,
  bigint: sql`-(random() * 1e12)::bigint`,
  'timestamp with time zone': sql`now() + interval '1 hour'`,
};
