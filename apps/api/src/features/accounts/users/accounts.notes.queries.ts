import type { UserNote, UserNoteUpdate } from '@agora/contract/features/accounts/accounts.note.contract';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/client.ts';
import { userNotes } from '../accounts.notes.table.ts';
import { users } from '../accounts.users.table.ts';

const authors = alias(users, 'authors');

/** The note about an account, empty if there is none; undefined for an unknown account. */
export async function findNote(db: Db, user_id: string): Promise<UserNote | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      note: userNotes,
      author: { id: authors.id, email: authors.email, full_name: authors.full_name },
    })
    .from(users)
    .leftJoin(userNotes, eq(userNotes.user_id, users.id))
    .leftJoin(authors, eq(authors.id, userNotes.updated_by))
    .where(eq(users.id, user_id));
  return (
    row && {
      id: row.id,
      body: row.note?.body ?? '',
      version: row.note?.version ?? 0,
      updated_at: row.note?.updated_at.toISOString() ?? null,
      updated_by: row.author,
    }
  );
}

interface Writing extends UserNoteUpdate {
  user_id: string;
  updated_by: string;
  updated_at: Date;
}

/** Writes the next version. @returns false if another one has been written since */
export async function writeNote(db: Db, { user_id, version, ...fields }: Writing): Promise<boolean> {
  const written = version
    ? await db
        .update(userNotes)
        .set({ ...fields, version: sql`${userNotes.version} + 1` })
        .where(and(eq(userNotes.user_id, user_id), eq(userNotes.version, version)))
        .returning({ user_id: userNotes.user_id })
    : await db
        .insert(userNotes)
        .values({ user_id, version: 1, ...fields })
        .onConflictDoNothing()
        .returning({ user_id: userNotes.user_id });
  return written.length > 0;
}
