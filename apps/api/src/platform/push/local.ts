import { count, desc, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/client.ts';
import { unreachable } from './http.ts';
import { localPushes } from './local-pushes.table.ts';
import type { ProviderName, PushMessage, PushProvider } from './push.ts';

const DAY = 86_400_000;

/** Stores pushes instead of sending them. */
export const localProvider =
  (db: Db) =>
  (provider: ProviderName): PushProvider => ({
    send: async (messages) => {
      try {
        if (messages.length > 0) await db.insert(localPushes).values(messages.map(toRow(provider)));
        return messages.map(() => ({ kind: 'accepted', id: null }));
      } catch (error) {
        return messages.map(() => unreachable(error));
      }
    },
  });

const toRow =
  (provider: ProviderName) =>
  ({ token, collapseId, locale, title, body, link, image }: PushMessage) => ({
    id: uuidv7(),
    provider,
    token,
    collapse_id: collapseId,
    locale,
    title,
    body,
    link,
    image,
  });

export const listLocalPushes = (db: Db, { skip, limit }: { skip: number; limit: number }) =>
  db
    .select()
    .from(localPushes)
    .orderBy(desc(localPushes.created_at), desc(localPushes.id))
    .offset(skip)
    .limit(limit);

export async function countLocalPushes(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(localPushes);
  return row?.count ?? 0;
}

/** Deletes pushes after a day. */
export const deleteOldPushes = (db: Db, now: Date) =>
  db.delete(localPushes).where(lte(localPushes.created_at, new Date(now.getTime() - DAY)));
