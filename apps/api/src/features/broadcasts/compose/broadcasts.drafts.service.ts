import type { BroadcastCreate, BroadcastUpdate } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { isDeletable } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../../platform/errors.ts';
import { deleteBroadcast, insertBroadcasts, updateBroadcast } from '../broadcasts.queries.ts';
import type { Broadcast, NewBroadcast } from '../broadcasts.table.ts';
import { toSegmentUnknown } from '../segments/broadcasts.segments.service.ts';
import { imageOf, linkOf, requireSize, requireSource, requireTargets } from './broadcasts.checks.service.ts';
import { changed, invalidState, requireBroadcast, type Work } from './broadcasts.service.ts';

/** @param work with a transaction @throws a 422 */
export async function createBroadcast(
  work: Work,
  { translations: { fr = null, en = null }, ...fields }: BroadcastCreate,
): Promise<string> {
  const time = work.now();
  const row = {
    ...fields,
    id: uuidv7(),
    translations: { fr, en },
    created_at: time,
    created_by: work.by,
    updated_at: time,
    updated_by: work.by,
  } satisfies NewBroadcast;
  requireSource(fields);
  row.link = linkOf(work, row.link);
  await requireTargets(work.db, row);
  const image = await imageOf(work.db, row.image_id);
  requireSize(work, { ...row, image, day: null });
  await insertBroadcasts(work.db, [{ ...row, image }]).catch(toSegmentUnknown);
  return row.id;
}

/** The fields that people write, and that a copy keeps. */
const WRITTEN = [
  'name',
  'category',
  'translations',
  'missing_locale',
  'audience',
  'link',
  'image_id',
  'image',
  'urgent',
  'ttl_seconds',
] as const;

const writtenOf = (broadcast: Broadcast) =>
  Object.fromEntries(WRITTEN.map((field) => [field, broadcast[field]])) as Pick<
    Broadcast,
    (typeof WRITTEN)[number]
  >;

/**
 * Updates the given fields of a draft.
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`, `version_conflict`, `invalid_state`, or a 422
 */
export async function changeBroadcast(
  work: Work,
  id: string,
  { version, translations, ...change }: BroadcastUpdate,
): Promise<void> {
  const broadcast = await requireBroadcast(work.db, id);
  if (version !== undefined && version !== broadcast.version) throw new AppError('version_conflict');
  if (broadcast.status !== 'draft') throw invalidState(broadcast);
  const row = { ...broadcast, ...change, translations: { ...broadcast.translations, ...translations } };
  if (change.image_id !== undefined) row.image = await imageOf(work.db, change.image_id);
  row.link = linkOf(work, row.link);
  if (change.link) await requireTargets(work.db, row);
  requireSize(work, row);
  await updateBroadcast(work.db, changed(work, id), {
    ...writtenOf(row),
    ...(change.audience !== undefined && { segment_name: null }),
  }).catch(toSegmentUnknown);
}

/**
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`, `invalid_state` if a device got it or still can
 */
export async function removeBroadcast({ db }: Work, id: string): Promise<void> {
  const broadcast = await requireBroadcast(db, id);
  if (!isDeletable(broadcast)) throw invalidState(broadcast);
  await deleteBroadcast(db, id);
}

/**
 * Creates a draft with the same content and audience. The draft reports if its target is gone.
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`
 */
export async function duplicateBroadcast({ db, by, now }: Work, id: string): Promise<string> {
  const original = await requireBroadcast(db, id);
  const copy = uuidv7();
  const time = now();
  const dates = { created_at: time, created_by: by, updated_at: time, updated_by: by };
  await insertBroadcasts(db, [{ ...writtenOf(original), ...dates, id: copy, source: 'manual' }]);
  return copy;
}
