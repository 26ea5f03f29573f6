import type { SavedView, SavedViewUpdate } from '@agora/contract/features/saved-views/saved-views.contract';
import { VIEW_LISTS, VIEWS_MAX, type ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { can } from '@agora/contract/shared/permissions';
import { UUID } from '@agora/contract/shared/uuid';
import type { Db } from '../../platform/db/client.ts';
import { violates } from '../../platform/db/errors.ts';
import { requireRow } from '../../platform/db/rows.ts';
import { AppError } from '../../platform/errors.ts';
import { rejectErasedCaller } from '../accounts/sessions/accounts.sessions.service.ts';
import {
  changeView,
  countBeside,
  findExisting,
  findView,
  insertView,
  lockPlaces,
  lockView,
  type SavedViewRow,
  type Viewer,
} from './saved-views.queries.ts';
import type { NewSavedView } from './saved-views.table.ts';

/** Parameters of a list that name a person, a category or a segment. The audit log keeps what deleted people did. */
const REFERENCES: Partial<Record<ViewList, readonly string[]>> = {
  members: ['segment_id'],
  items: ['owner_id'],
  news: ['category_id', 'author_id'],
  messages: ['assignee', 'user_id'],
  ratings: ['user_id'],
};

/** The people, categories and segments that a view names, by parameter. */
const referencesOf = ({
  list,
  query,
}: Pick<SavedViewRow, 'list' | 'query'>): [name: string, id: string][] => {
  const params = new URLSearchParams(query);
  return (REFERENCES[list] ?? []).flatMap((name) => {
    const value = params.get(name)?.toLowerCase() ?? '';
    return UUID.test(value) ? [[name, value]] : [];
  });
};

/** The views as they are shown, with what they miss. */
export async function showViews(db: Db, rows: SavedViewRow[]): Promise<SavedView[]> {
  const ids = rows.flatMap(referencesOf).map(([, id]) => id);
  const existing = ids.length > 0 ? await findExisting(db, ids) : new Set();
  return rows.map(({ private_to: _person, ...row }) => ({
    ...row,
    missing: referencesOf(row).flatMap(([name, id]) => (existing.has(id) ? [] : [name])),
    created_at: row.created_at.toISOString(),
  }));
}

async function showView(db: Db, id: string): Promise<SavedView> {
  const row = await requireRow(findView(db, id), 'saved_view_not_found');
  const [view] = await showViews(db, [row]);
  return view as SavedView;
}

/** Runs a change of a view's name or place, and shows the view. @throws {AppError} for a name that is taken */
async function change(db: Db, id: string, work: (tx: Db) => Promise<void>): Promise<SavedView> {
  try {
    return await db.transaction(async (tx) => {
      await work(tx);
      return showView(tx, id);
    });
  } catch (error) {
    const isTaken = violates(error, 'saved_views_shared_name') || violates(error, 'saved_views_private_name');
    throw isTaken ? new AppError('saved_view_name_taken') : error;
  }
}

/** @throws {AppError} `too_many_saved_views` */
async function requirePlace(tx: Db, view: Parameters<typeof countBeside>[1]): Promise<void> {
  await lockPlaces(tx);
  if ((await countBeside(tx, view)) >= VIEWS_MAX) throw new AppError('too_many_saved_views');
}

/**
 * Saves a view of a list that the caller may open.
 * @throws {AppError} `privileges_required`, `saved_view_name_taken`, `too_many_saved_views`
 */
export const createView = (db: Db, caller: Viewer, view: NewSavedView): Promise<SavedView> =>
  change(db, view.id, async (tx) => {
    if (!can(caller, VIEW_LISTS[view.list])) throw new AppError('privileges_required');
    await requirePlace(tx, view);
    await insertView(tx, view);
  }).catch(rejectErasedCaller('saved_views_private_to_users_id_fk', 'saved_views_author_id_users_id_fk'));

/**
 * A shared view belongs to those who may open its list: anybody of them keeps it up when its author is away or gone. But only
 * its author can take it back.
 * @throws {AppError} `saved_view_not_found`, `version_conflict`, `not_view_author`, and those of `createView`
 */
export const updateView = (
  db: Db,
  id: string,
  caller: Viewer,
  { version, visibility, ...changes }: SavedViewUpdate,
): Promise<SavedView> =>
  change(db, id, async (tx) => {
    const view = await requireRow(lockView(tx, id, caller), 'saved_view_not_found');
    if (version !== undefined && version !== view.version) throw new AppError('version_conflict');
    if (visibility === 'private' && view.author_id !== caller.id) throw new AppError('not_view_author');
    const private_to = visibility ? (visibility === 'private' ? caller.id : null) : view.private_to;
    if (private_to !== view.private_to) await requirePlace(tx, { ...view, private_to });
    await changeView(tx, id, { ...changes, private_to });
  });

/** @throws {AppError} `saved_view_not_found` */
export const deleteView = (db: Db, id: string, caller: Viewer, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await requireRow(lockView(tx, id, caller), 'saved_view_not_found');
    await changeView(tx, id, { deleted_at: now });
  });

/** @throws {AppError} `saved_view_not_found`, and those of `createView` */
export const restoreView = (db: Db, id: string, caller: Viewer): Promise<SavedView> =>
  change(db, id, async (tx) => {
    const view = await requireRow(lockView(tx, id, caller, { isDeleted: true }), 'saved_view_not_found');
    await requirePlace(tx, view);
    await changeView(tx, id, { deleted_at: null });
  });
