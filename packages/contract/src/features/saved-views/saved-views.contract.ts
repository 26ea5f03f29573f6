import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { displayText, id, instant, text, whole } from '../../shared/fields.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { byId, usualRoutes } from '../../shared/usual-routes.ts';
import {
  savedViewsAudit,
  savedViewsErrors,
  VIEW_LISTS,
  VIEW_NAME_MAX,
  VIEW_QUERY_MAX,
  VIEW_VISIBILITIES,
  VIEWS_MAX,
  type ViewList,
} from './saved-views.rules.ts';

const List = z.enum(Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]]).meta({ id: 'SavedViewList' });
/** Clients must expect further values. */
const Visibility = z.enum(VIEW_VISIBILITIES).meta({ id: 'SavedViewVisibility' });

/** A list of the back-office with its search, filters, order and columns, under a name. */
export const SavedView = z
  .object({
    id: id(),
    list: List,
    name: z.string(),
    query: z.string(),
    visibility: Visibility,
    author_id: id().nullable().meta({ description: 'Null once the account of the author is erased.' }),
    author: z.string().nullable().meta({ description: 'Name or address of the author.' }),
    missing: z.array(z.string()).meta({
      description: 'Parameters of `query` whose person or category has been deleted: leave them out.',
    }),
    version: z.number().int(),
    created_at: instant(),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof SavedView>;

const fields = {
  name: displayText({ min: 1, max: VIEW_NAME_MAX }),
  query: text({ max: VIEW_QUERY_MAX, isLine: true }).meta({
    description: 'The query string of the address of the list, without its page.',
  }),
  visibility: Visibility,
};

export const SavedViewCreate = z
  .object({ list: List, ...fields, visibility: Visibility.default('private') })
  .meta({ id: 'SavedViewCreate' });
export type SavedViewCreate = z.infer<typeof SavedViewCreate>;

/** Fields left out keep their value. Rejected if `version` is sent and outdated. */
export const SavedViewUpdate = z
  .object({ ...fields, version: whole({ min: 1, max: SKIP_MAX }) })
  .partial()
  .meta({ id: 'SavedViewUpdate' });
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;

export const SavedViews = pageOf(SavedView).meta({ id: 'SavedViews' });

const usual = usualRoutes(savedViewsErrors, {
  path: '/saved-views/',
  names: ['saved_view', 'saved_views'],
  readBy: 'team',
  writtenBy: 'team',
  missing: 'saved_view_not_found',
  query: z.object({ list: List.optional() }),
  page: SavedViews,
  row: SavedView,
  create: SavedViewCreate,
  update: SavedViewUpdate,
});

const route = routeWith(savedViewsErrors);

export const savedViews = c.router({
  readSavedViews: usual.list(
    "List one's own views and the shared ones, oldest first, of the lists that the caller may open",
  ),
  createSavedView: usual.create(
    `Save a view of a list that the caller may open; of each at most ${VIEWS_MAX} shared ones, and ${VIEWS_MAX} of one's own`,
    'saved_view_name_taken',
    'too_many_saved_views',
  ),
  updateSavedView: usual.update(
    'Change a view: a private one its author, a shared one anybody who may open the list',
    'version_conflict',
    'saved_view_name_taken',
    'too_many_saved_views',
    'not_view_author',
  ),
  deleteSavedView: usual.delete('Delete a view; it can be restored for a day'),
  restoreSavedView: route({
    method: 'POST',
    path: '/saved-views/:id/restore',
    access: 'team',
    audience: 'team',
    operationId: 'saved_views-restore_saved_view',
    summary: 'Undo the deletion of a view',
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: SavedView },
    errors: ['saved_view_not_found', 'saved_view_name_taken', 'too_many_saved_views'],
  }),
});

export const savedViewsFeature = {
  routes: { savedViews },
  errors: savedViewsErrors,
  audited: savedViewsAudit,
  readBy: { saved_view: 'team' },
} satisfies Feature;
