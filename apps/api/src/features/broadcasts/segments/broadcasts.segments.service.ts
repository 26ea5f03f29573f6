import { SEGMENTS_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { Audience, AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type {
  SegmentCreate,
  SegmentUpdate,
} from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import type { Broadcast } from '../broadcasts.table.ts';
import {
  countSegments,
  deleteSegment,
  findSegment,
  insertSegment,
  isScheduledFor,
  lockSegment,
  lockSegmentCount,
  type ResolvedAudience,
  resolveAudience,
  updateSegment,
} from './broadcasts.segments.queries.ts';

export { isInSegment, keepSegment } from './broadcasts.segments.queries.ts';

interface Work extends Pick<Deps, 'db' | 'now'> {
  by: string;
  maySend: boolean;
}

/** Maps a violation of the unique index to a refusal of the name. */
const toNameTaken = (error: unknown): never => {
  throw violates(error, 'segments_name') ? new AppError('segment_name_taken') : error;
};

/** @param work with a transaction @throws {AppError} `segment_name_taken`, `too_many_segments` */
export async function createSegment({ db, by, now }: Work, fields: SegmentCreate): Promise<string> {
  await lockSegmentCount(db);
  if ((await countSegments(db)) >= SEGMENTS_MAX) throw new AppError('too_many_segments');
  const id = uuidv7();
  const time = now();
  const row = { ...fields, id, created_at: time, updated_at: time, updated_by: by };
  await insertSegment(db, row).catch(toNameTaken);
  return id;
}

/**
 * @param work with a transaction
 * @throws {AppError} `segment_not_found`, `segment_name_taken`, `version_conflict`, `segment_scheduled`
 */
export async function changeSegment(
  { db, by, now, maySend }: Work,
  id: string,
  { version, ...change }: SegmentUpdate,
): Promise<void> {
  const row = await requireRow(lockSegment(db, id), 'segment_not_found');
  if (version !== undefined && version !== row.version) throw new AppError('version_conflict');
  // It would change who gets a push that somebody else has released.
  if (change.audience && !maySend && (await isScheduledFor(db, id))) throw new AppError('segment_scheduled');
  const changed = { ...row, ...change, version: row.version + 1, updated_at: now(), updated_by: by };
  await updateSegment(db, changed).catch(toNameTaken);
}

/** @throws {AppError} `segment_not_found`, `segment_in_use` with the names of the pushes */
export async function removeSegment(db: Db, id: string, locale: Locale): Promise<void> {
  try {
    await db.transaction((tx) => requireRow(deleteSegment(tx, id), 'segment_not_found'));
  } catch (error) {
    if (!violates(error, 'broadcasts_segment_id_segments_id_fk')) throw error;
    const { used_by } = await requireRow(findSegment(db, id, locale), 'segment_not_found');
    throw new AppError('segment_in_use', {}, { used_by: used_by.map(({ name }) => name) });
  }
}

const segmentUnknown = () =>
  fieldProblem('audience', { type: 'segment_unknown', message: 'Value error, there is no such segment' });

/** Maps a violation of the reference to a refusal of the audience. */
export const toSegmentUnknown = (error: unknown): never => {
  throw violates(error, 'broadcasts_segment_id_segments_id_fk') ? segmentUnknown() : error;
};

/** The current rules of an audience. @throws a 422 if its segment does not exist */
export async function requireAudience(db: Db, audience: Audience): Promise<ResolvedAudience> {
  const resolved = await resolveAudience(db, audience);
  if (!resolved) throw segmentUnknown();
  return resolved;
}

export interface Detached {
  audience: AudienceRules | null;
  segment_name: string | null;
}

/**
 * The audience of a push with the current rules of its segment instead of the segment, and the segment's name, which
 * it keeps from sending on.
 */
export async function detachSegment(
  db: Db,
  { audience, segment_name }: Pick<Broadcast, 'audience' | 'segment_name'>,
): Promise<Detached> {
  if (!audience) return { audience, segment_name };
  const resolved = await requireAudience(db, audience);
  return { ...resolved, segment_name: resolved.segment_name ?? segment_name };
}
