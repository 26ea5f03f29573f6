import type { BounceReason } from '@agora/contract/features/messages/messages.contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { messageEntries, messageThreads } from '../messages/messages.table.ts';
import { isActiveAt, type User, users } from '../users/users.table.ts';

/** Whose conversation it is, if they may sign in at `now`. */
export async function findMemberOf(db: Db, thread_id: string, now: Date): Promise<User | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(messageThreads)
    .innerJoin(users, eq(users.id, messageThreads.user_id))
    .where(and(eq(messageThreads.id, thread_id), isNull(users.deleted_at), isActiveAt(now)));
  return row?.user;
}

/** Says of a mail that was believed to arrive that it did not. */
export const noteBounce = (db: Db, id: string, bounce_reason: BounceReason | null) =>
  db
    .update(messageEntries)
    .set({ delivery: 'bounced', bounce_reason })
    .where(and(eq(messageEntries.id, id), inArray(messageEntries.delivery, ['queued', 'sent'])));
