import { PUSH_TYPED_FROM } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { BroadcastSchedule, BroadcastSend } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { BROADCAST_ACTIONS } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { violates } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume } from '../../../platform/http/limiter.ts';
import { requireRecentPassword } from '../../accounts/sessions/accounts.sessions.service.ts';
import { countAudience } from '../audience/broadcasts.audience.queries.ts';
import { checkVisibility, linksToPushedArticle, updateBroadcast } from '../broadcasts.queries.ts';
import type { Broadcast, NewBroadcast } from '../broadcasts.table.ts';
import { detachSegment, keepSegment } from '../segments/broadcasts.segments.service.ts';
import { reachOf } from './broadcasts.content.service.ts';
import { momentOfSchedule } from './broadcasts.schedule.service.ts';
import { changed, lockForAction, type Work } from './broadcasts.service.ts';

/** Audience drift: more than 10 % and more than 20 devices. */
const hasDrifted = (expected: number, devices: number) =>
  Math.abs(devices - expected) > 20 && Math.abs(devices - expected) > expected / 10;

const DAY = 86_400;

/**
 * Large pushes require the approval of a second person, and a recent password entry; their number per day is limited
 * across all senders.
 */
async function requireSendPermission(work: Work, devices: number): Promise<void> {
  const { db, now, config, isApproved } = work;
  if (devices > (config.APPROVE_PUSHES_ABOVE ?? Infinity) && !isApproved)
    throw new AppError('approval_required');
  if (devices < PUSH_TYPED_FROM) return;
  requireRecentPassword(work, now());
  await consume(db, [{ key: 'broadcasts', limit: config.PUSHES_TO_MANY_PER_DAY, seconds: DAY }]);
}

/**
 * Rejects a push if it or its audience changed since the caller reviewed it.
 * @param at time of the send
 * @throws {AppError} `version_conflict`, `broadcast_incomplete`, `push_target_gone`, `already_pushed`,
 *   `audience_empty`, `audience_changed`
 * @returns the number of devices, and the audience that was counted, with the rules of its segment
 */
export async function countAsShown(work: Work, broadcast: Broadcast, shown: BroadcastSend, at: Date) {
  const { db, now, config } = work;
  if (shown.version !== undefined && shown.version !== broadcast.version)
    throw new AppError('version_conflict');
  const clock = { now: now(), timeZone: config.TIME_ZONE };
  // A change of its rules would not see yet that the push is scheduled or waits for approval.
  if (broadcast.audience?.segment_id !== undefined) await keepSegment(db, broadcast.audience.segment_id);
  const detached = await detachSegment(db, broadcast);
  const reach = reachOf(broadcast, detached.audience, config);
  if (!(await checkVisibility(db, broadcast, at))) throw new AppError('push_target_gone');
  if (await linksToPushedArticle(db, broadcast)) throw new AppError('already_pushed');
  const devices = await countAudience(db, reach, clock);
  if (devices === 0) throw new AppError('audience_empty');
  if (hasDrifted(shown.expected_devices, devices)) throw new AppError('audience_changed', {}, { devices });
  return { devices, detached };
}

/** @throws {AppError} as `countAsShown`, `approval_required`, `password_required`, `too_many_requests` */
async function requireAsShown(work: Work, broadcast: Broadcast, shown: BroadcastSend, at: Date) {
  const { devices, detached } = await countAsShown(work, broadcast, shown, at);
  await requireSendPermission(work, devices);
  return detached;
}

/** Maps a violation of the unique index to `already_pushed`. */
const toAlreadyPushed = (error: unknown): never => {
  throw violates(error, 'broadcasts_source') ? new AppError('already_pushed') : error;
};

/**
 * Queues a broadcast for the workers.
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`, `invalid_state`, and the errors of `requireAsShown`
 */
export async function sendBroadcast(work: Work, id: string, shown: BroadcastSend): Promise<void> {
  const broadcast = await lockForAction(work.db, id, 'send');
  const time = work.now();
  const detached = await requireAsShown(work, broadcast, shown, time);
  const isMissed = broadcast.status === 'missed';
  await updateBroadcast(work.db, changed(work, id), {
    ...detached,
    status: 'sending',
    is_claimed: true,
    is_approved: work.isApproved ?? false,
    schedule_mode: 'now',
    ...(isMissed && { scheduled_at: null, scheduled_local: null, time_zone: null }),
    last_error: null,
    started_at: time,
    progressed_at: time,
    sent_by: work.by,
  }).catch(toAlreadyPushed);
}

/**
 * Schedules a broadcast. What was approved keeps the rules that its segment has now.
 * @throws {AppError} the errors of `sendBroadcast`, or a 422
 */
export async function scheduleBroadcast(
  work: Work,
  id: string,
  { mode, local, time_zone, late_policy, offset, ...shown }: BroadcastSchedule,
): Promise<void> {
  const broadcast = await lockForAction(work.db, id, 'schedule');
  const scheduled_at = momentOfSchedule({ mode, local, time_zone, offset }, work.now());
  const detached = await requireAsShown(work, broadcast, shown, scheduled_at);
  await updateBroadcast(work.db, changed(work, id), {
    ...(work.isApproved && detached),
    status: 'scheduled',
    is_claimed: true,
    is_approved: work.isApproved ?? false,
    last_error: null,
    schedule_mode: mode,
    scheduled_local: local,
    time_zone,
    scheduled_at,
    late_policy,
    sent_by: work.by,
  }).catch(toAlreadyPushed);
}

/** Fields that each action changes besides the status. */
const ACTION_FIELDS: Record<
  'unschedule' | 'pause' | 'resume' | 'cancel',
  (broadcast: Broadcast, now: Date) => Partial<NewBroadcast>
> = {
  unschedule: () => ({
    is_claimed: false,
    is_approved: false,
    schedule_mode: null,
    scheduled_local: null,
    time_zone: null,
    scheduled_at: null,
    sent_by: null,
    last_error: null,
  }),
  // After a pause only a person can resume, so pending errors and delays are cleared.
  pause: () => ({ last_error: null, held_until: null }),
  resume: (_broadcast, now) => ({ last_error: null, held_until: null, setbacks: 0, progressed_at: now }),
  // If already started, the worker cancels the remaining deliveries and then sets `finished_at`.
  cancel: ({ started_at }, now) => (started_at ? {} : { is_claimed: false, finished_at: now }),
};

/**
 * Unschedules, pauses, resumes or cancels.
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`, `invalid_state`
 */
export async function actOnBroadcast(
  work: Work,
  id: string,
  action: keyof typeof ACTION_FIELDS,
): Promise<void> {
  const broadcast = await lockForAction(work.db, id, action);
  const fields = ACTION_FIELDS[action](broadcast, work.now());
  const detached = action === 'cancel' && (await detachSegment(work.db, broadcast));
  const { to: status } = BROADCAST_ACTIONS[action];
  await updateBroadcast(work.db, changed(work, id), { status, ...fields, ...detached });
}
