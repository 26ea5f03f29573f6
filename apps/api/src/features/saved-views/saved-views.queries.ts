import { listsOf, type ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import type { Rights } from '@agora/contract/shared/permissions';
import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Db } from '../../platform/db/client.ts';
import { when } from '../../platform/db/filter.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { segments } from '../broadcasts/segments/broadcasts.segments.table.ts';
import { newsCategories } from '../news/news.categories.table.ts';
import { type NewSavedView, savedViews } from './saved-views.table.ts';

const { deleted_at: _deleted, ...columns } = getTableColumns(savedViews);

export type SavedViewRow = Awaited<ReturnType<typeof listViews>>[number];

const isLive = isNull(savedViews.deleted_at);
const isTrashed = isNotNull(savedViews.deleted_at);

/** Whoever asks for views. */
export type Viewer = Pick<Rights, 'is_superuser' | 'permissions'> & { id: string };

/** Views that a person has: their own and the shared ones, of the lists that they may open. */
const isVisibleTo = (caller: Viewer) =>
  and(
    inArray(savedViews.list, listsOf(caller)),
    or(isNull(savedViews.private_to), eq(savedViews.private_to, caller.id)),
  );

const selectViews = (db: Db, condition: SQL | undefined) =>
  db
    .select({ ...columns, author: sql<string | null>`coalesce(${users.full_name}, ${users.email})` })
    .from(savedViews)
    .leftJoin(users, eq(users.id, savedViews.author_id))
    .where(condition)
    .orderBy(asc(savedViews.created_at), asc(savedViews.id));

/** All of them: their number is limited. */
export const listViews = (db: Db, caller: Viewer, list: ViewList | undefined) =>
  selectViews(
    db,
    and(
      isLive,
      isVisibleTo(caller),
      when(list, (name) => eq(savedViews.list, name)),
    ),
  );

export const findView = (db: Db, id: string) => selectViews(db, and(isLive, eq(savedViews.id, id)));

/** The ids of those people, categories and segments that exist. */
export async function findExisting(db: Db, ids: string[]): Promise<Set<string>> {
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deleted_at)));
  const categories = db
    .select({ id: newsCategories.id })
    .from(newsCategories)
    .where(inArray(newsCategories.id, ids));
  const audiences = db.select({ id: segments.id }).from(segments).where(inArray(segments.id, ids));
  return new Set((await people.unionAll(categories).unionAll(audiences)).map(({ id }) => id));
}

/** Lets only one transaction at a time add views to a list, or move them, until it ends. */
export const lockPlaces = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('saved_views.places'))`);

/** Counts the other views of a list that count towards the same limit. */
export const countBeside = (
  tx: Db,
  { id, list, private_to }: Pick<NewSavedView, 'id' | 'list' | 'private_to'>,
) =>
  tx.$count(
    savedViews,
    and(
      isLive,
      ne(savedViews.id, id),
      eq(savedViews.list, list),
      private_to ? eq(savedViews.private_to, private_to) : isNull(savedViews.private_to),
    ),
  );

/** A view that the person may change, locked until the transaction ends. */
export const lockView = (tx: Db, id: string, caller: Viewer, { isDeleted = false } = {}) =>
  tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isDeleted ? isTrashed : isLive, isVisibleTo(caller)))
    .for('update');

export const insertView = (tx: Db, view: NewSavedView) => tx.insert(savedViews).values(view);

/** Each change is a new version. */
export const changeView = (tx: Db, id: string, changes: Partial<NewSavedView>) =>
  tx
    .update(savedViews)
    .set({ ...changes, version: sql`${savedViews.version} + 1` })
    .where(eq(savedViews.id, id));

/** How long a deletion can be undone, in milliseconds. */
const UNDO_MS = 86_400_000;

export const eraseDeletedViews = (db: Db, now: Date) =>
  db.delete(savedViews).where(lte(savedViews.deleted_at, new Date(now.getTime() - UNDO_MS)));
