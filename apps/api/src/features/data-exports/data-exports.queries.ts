import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { dataExports } from './data-exports.table.ts';

/** Adds a request, unless one is pending. @returns true if it was added */
export async function insertRequest(tx: Db, request: typeof dataExports.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(dataExports)
    .values(request)
    .onConflictDoNothing()
    .returning({ id: dataExports.id });
  return added.length > 0;
}

export const findRequest = (db: Db, id: string) =>
  db.select().from(dataExports).where(eq(dataExports.id, id));

export const setToken = (db: Db, id: string, token_hash: string, expires_at: Date) =>
  db
    .update(dataExports)
    .set({ token_hash, expires_at })
    .where(eq(dataExports.id, id))
    .returning({ id: dataExports.id });

export const findByToken = (db: Db, token_hash: string, now: Date) =>
  db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(eq(dataExports.token_hash, token_hash), gt(dataExports.expires_at, now)));

export const deleteExpired = (db: Db, now: Date) =>
  db.delete(dataExports).where(lte(dataExports.expires_at, now)).returning({ id: dataExports.id });

/** Those of these ids that exist, with a file or about to have one. */
export const listExisting = (db: Db, ids: string[]) =>
  db.select({ id: dataExports.id }).from(dataExports).where(inArray(dataExports.id, ids));

const rowsOf = (query: SQL) => sql`(select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (${query}) as one)`;

/** One part of a copy: its rows, without secrets and without data of others. */
export interface Part {
  name: PartName;
  rows: Record<string, unknown>[];
}

/** The parts of a copy, in their order. */
export const PARTS = {
  account: (
    id,
  ) => sql`select email, pending_email, full_name, locale, created_at, updated_at, last_seen_at, is_active,
      deactivated_at, deactivated_until, deactivation_reason, messages_blocked_at, second_factor_at from users where id = ${id}`,
  preferences: (
    id,
  ) => sql`select theme, density, time_zone, shortcuts, weekly_summary, columns from preferences
    where user_id = ${id}`,
  notification_choices: (id) =>
    sql`select announcement, news, daily from notification_preferences where user_id = ${id}`,
  sessions: (
    id,
  ) => sql`select created_at, last_used_at, expires_at, ip, user_agent from sessions where user_id = ${id}
    order by created_at, id`,
  passkeys: (id) => sql`select name, created_at, last_used_at from passkeys where user_id = ${id}
    order by created_at, id`,
  sign_in_provider: (id) => sql`select issuer, oidc_linked_at as linked_at from oidc_links
    join users on users.id = user_id where user_id = ${id}`,
  known_devices: (id) => sql`select network, program, last_used_at from known_devices where user_id = ${id}
    order by last_used_at, network, program`,
  api_keys: (id) => sql`select name, permissions, created_at, expires_at, last_used_at from api_keys
    where owner_id = ${id} order by created_at, id`,
  devices: (
    id,
  ) => sql`select platform, model, os_version, app_version, locale, time_zone, created_at, last_seen_at
    from devices where user_id = ${id} order by created_at, id`,
  items: (id) => sql`select title, description, created_at, deleted_at from items where owner_id = ${id}
    order by created_at, id`,
  conversations: (id) => sql`select number, subject, category, status, created_at, (
      select coalesce(jsonb_agg(jsonb_build_object('from', case kind when 'member' then 'member' else 'team' end,
        'at', entry.created_at, 'text', entry.body, 'pictures', (
          select coalesce(jsonb_agg('pictures/' || image.id || '.webp' order by image.position, image.id), '[]')
          from message_images as image where image.entry_id = entry.id and image.has_files)) order by entry.position), '[]')
      from message_entries as entry where entry.thread_id = thread.id and entry.kind in ('member', 'reply')) as messages
    from message_threads as thread where user_id = ${id} order by number`,
  ratings: (
    id,
  ) => sql`select target_type, target_id, score, previous_score, comment, platform, app_version, created_at,
    updated_at from ratings where user_id = ${id} order by created_at, id`,
  notifications: (id) => sql`select push.translations, delivery.platform, delivery.status, delivery.sent_at,
      delivery.opened_at from broadcast_deliveries as delivery
    join broadcasts as push on push.id = delivery.broadcast_id
    where delivery.user_id = ${id} order by delivery.sent_at nulls last, push.id, delivery.device_id`,
  articles_read: (
    id,
  ) => sql`select content -> 'translations' -> news_reads.locale ->> 'title' as title, at from news_reads
    join news_articles on news_articles.id = article_id where user_id = ${id} order by at, article_id`,
  active_days: (id) => sql`select at from member_days where user_id = ${id} order by at`,
  team_notes: (id) => sql`select body, updated_at from user_notes where user_id = ${id}`,
} as const satisfies Record<string, (id: string) => SQL>;
export type PartName = keyof typeof PARTS;

/** All data of an account, in one consistent snapshot. */
export const readParts = (db: Db, id: string): Promise<Part[]> =>
  db.transaction(
    async (tx) => {
      const parts: Part[] = [];
      for (const [name, query] of Object.entries(PARTS)) {
        const [row] = await tx.execute<{ rows: Part['rows'] }>(sql`select ${rowsOf(query(id))} as rows`);
        parts.push({ name: name as PartName, rows: row?.rows ?? [] });
      }
      return parts;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** Ids and widths of the pictures in somebody's conversations. */
export const listPictures = (db: Db, id: string) =>
  db.execute<{ id: string; width: number }>(sql`select image.id, image.width from message_images as image
    join message_entries as entry on entry.id = image.entry_id and entry.kind in ('member', 'reply')
    join message_threads as thread on thread.id = entry.thread_id
    where thread.user_id = ${id} and image.has_files order by image.id`);
