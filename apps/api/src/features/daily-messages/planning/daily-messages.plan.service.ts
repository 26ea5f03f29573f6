import type {
  DailyMessageBulk,
  DailyMessageFill,
  DailyMessageMove,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import type { ErrorCode } from '@agora/contract/registry';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { actOnMany, type Skip } from '../../../platform/db/bulk.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { addDays, daysBetween, daysOnEarth } from '../../../platform/time/civil-date.ts';
import {
  assignDays,
  countDailyMessages,
  findDailyMessage,
  listPlanned,
  listReserve,
  lockPlan,
  lockTarget,
} from '../daily-messages.queries.ts';
import {
  canBeReady,
  changeDailyMessage,
  dayTaken,
  edit,
  insertOnDay,
  lastDay,
  lockDailyMessage,
  newDailyMessage,
  requirePlannable,
  requireVersion,
  restoreDailyMessage,
  titleOf,
  today,
  trashDailyMessage,
  type Work,
} from '../daily-messages.service.ts';
import type { DailyMessage } from '../daily-messages.table.ts';
import { listDays } from './daily-messages.days.queries.ts';

type Days = Map<string, string | null>;

/**
 * Moves a message to another day and resolves a conflict by `on_conflict`, in one statement.
 * @param work with a transaction
 * @throws {AppError} `daily_message_not_found`, `version_conflict`, `day_over`, `day_taken` with its
 *   occupant, `shift_too_far`, or a 422
 */
export async function moveDailyMessage(work: Work, id: string, move: DailyMessageMove): Promise<void> {
  const { db } = work;
  const message = await lockDailyMessage(db, id);
  await requireVersion(db, message, move.version);
  if (move.day === message.day) return;
  if (message.day !== null && message.day < today(work)) throw new AppError('day_over');
  requirePlannable(work, move.day);
  await assignDays(db, await newDays(work, message, move), edit(work, id));
}

async function newDays(
  work: Work,
  message: DailyMessage,
  { day, on_conflict }: DailyMessageMove,
): Promise<Days> {
  const days: Days = new Map([[message.id, day]]);
  if (day === null) return days;
  const [occupant] = await listPlanned(work.db, day, day);
  if (!occupant) return days;
  if (on_conflict === 'refuse') throw await dayTaken(work, day);
  if (on_conflict === 'swap') return days.set(occupant.id, message.day);
  for (const follower of await followers(work, message, day)) days.set(follower.id, addDays(follower.day, 1));
  return days;
}

/** Messages from a day up to the first gap; the moved message also leaves a gap. */
async function followers(work: Work, { id }: DailyMessage, from: string) {
  const last = lastDay(work);
  const planned = await listPlanned(work.db, from, last);
  const chain: (DailyMessage & { day: string })[] = [];
  let next = from;
  for (const message of planned) {
    if (message.id === id || message.day !== next) break;
    chain.push({ ...message, day: next });
    next = addDays(next, 1);
  }
  if (next > last) throw new AppError('shift_too_far');
  return chain;
}

/** @throws {AppError} `daily_message_not_found`, `day_taken` with its occupant, or a 422 */
export async function duplicateDailyMessage(work: Work, id: string, day: string | null): Promise<string> {
  requirePlannable(work, day);
  const message = await findDailyMessage(work.db, id);
  if (!message || message.deleted_at) throw new AppError('daily_message_not_found');
  const { translations, link, missing_locale } = message;
  const copy = newDailyMessage(work, { day, status: 'draft', translations, link, missing_locale });
  return insertOnDay(work, copy);
}

/**
 * Assigns the reserve to the empty days of a period, least recently shown first. Keeps a message that members
 * were already shown on its day, as long as that day lasts anywhere on Earth.
 * @param work with a transaction
 * @throws a 422 for a period that is past, too far ahead or reversed
 */
export async function fillFromReserve(work: Work, { from, to }: DailyMessageFill) {
  requirePlannable(work, from, 'from');
  requirePlannable(work, to, 'to');
  if (to < from)
    throw fieldProblem('to', {
      type: 'date_too_early',
      message: `Input should be ${from} or later`,
      ctx: { min: from },
    });
  await lockPlan(work.db);
  const known = await listDays(work.db, from, to);
  const taken = new Set(known.flatMap(({ day, planned, chosen }) => (planned || chosen ? day : [])));
  const gaps = daysBetween(from, to).filter((day) => !taken.has(day));
  const { first } = daysOnEarth(work.now());
  const reserve = gaps.length > 0 ? await listReserve(work.db, gaps.length, first) : [];
  const days: Days = new Map(reserve.map(({ id }, index) => [id, gaps[index] ?? null]));
  if (days.size > 0) await assignDays(work.db, days, edit(work, ''));
  return { filled: days.size, empty: gaps.length - days.size };
}

const ACTIONS: Record<DailyMessageBulk['action'], (work: Work, message: DailyMessage) => Promise<void>> = {
  ready: (work, { id }) => changeDailyMessage(work, id, { status: 'ready' }),
  draft: (work, { id }) => changeDailyMessage(work, id, { status: 'draft' }),
  delete: (work, { id }) => trashDailyMessage(work, id),
  restore: (work, { id }) => restoreDailyMessage(work, id, 'day'),
};

/**
 * Applies an action to many messages. Reports those that refuse it; the others proceed.
 * @param work with a transaction
 * @throws {AppError} `count_changed` if a filter matches another number than expected
 */
export async function bulkDailyMessages(work: Work, body: DailyMessageBulk): Promise<BulkReport> {
  const { db, locale } = work;
  await lockPlan(db);
  return actOnMany(body, {
    count: (filter) => countDailyMessages(db, filter),
    lock: (target) => lockTarget(db, target),
    act: async (messages) => {
      const skipped: Skip[] = [];
      for (const message of messages) {
        const code = await refusalOf(work, body.action, message);
        if (code) skipped.push({ id: message.id, label: titleOf(message, locale), code });
      }
      return skipped;
    },
    missing: 'daily_message_not_found',
  });
}

/** Runs the action in a savepoint. @returns the refusal, if any */
async function refusalOf(
  work: Work,
  action: DailyMessageBulk['action'],
  message: DailyMessage,
): Promise<ErrorCode | undefined> {
  if (action === 'ready' && !canBeReady(message.translations, work.config.DEFAULT_LOCALE))
    return 'default_locale_missing';
  try {
    await work.db.transaction((savepoint) => ACTIONS[action]({ ...work, db: savepoint }, message));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
