import type { BounceReason } from '@agora/contract/features/messages/messages.schema';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type User, users } from '../../accounts/accounts.users.table.ts';
import { messageEntries, messageThreads } from '../messages.table.ts';

/** A conversation, the time of its last reply, and its member. */
export interface Conversation {
  thread_id: string;
  last_staff_at: Date | null;
  user: User;
}

const conversations = (db: Db) =>
  db
    .select({ thread_id: messageThreads.id, last_staff_at: messageThreads.last_staff_at, user: users })
    .from(messageThreads)
    .innerJoin(users, eq(users.id, messageThreads.user_id));

export async function findConversation(db: Db, thread_id: string): Promise<Conversation | undefined> {
  const [row] = await conversations(db).where(eq(messageThreads.id, thread_id));
  return row;
}

export async function findConversationOfReply(db: Db, entry_id: string): Promise<Conversation | undefined> {
  const [row] = await conversations(db)
    .innerJoin(messageEntries, eq(messageEntries.thread_id, messageThreads.id))
    .where(eq(messageEntries.id, entry_id));
  return row;
}

/** Records the bounce of a mail that counted as delivered. */
export const recordBounce = (db: Db, id: string, bounce_reason: BounceReason | null) =>
  db
    .update(messageEntries)
    .set({ delivery: 'bounced', bounce_reason })
    .where(and(eq(messageEntries.id, id), inArray(messageEntries.delivery, ['queued', 'sent'])));
