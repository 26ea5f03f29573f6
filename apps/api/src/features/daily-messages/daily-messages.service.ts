import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import {
  DAILY_YEARS_AHEAD,
  type DailyMessageCreate,
  type DailyMessagePublic,
  type DailyMessageUpdate,
  type Translations,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { isComplete } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../platform/db/client.ts';
import { violates } from '../../platform/db/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { fieldProblem } from '../../platform/http/router.ts';
import { addYears, dayAt } from '../../platform/time/civil-date.ts';
import {
  type DailyMessageWithPeople,
  findDailyMessage,
  insertDailyMessages,
  listPlanned,
  lockMessage,
  lockPlan,
  updateDailyMessage,
} from './daily-messages.queries.ts';
import type { DailyMessage, NewDailyMessage } from './daily-messages.table.ts';

/** The acting user and the dependencies. */
export interface Work extends Pick<Deps, 'db' | 'now' | 'config'> {
  by: string;
  /** The user's language, in which refusals and reports name messages. */
  locale: Locale;
}

export const toDailyMessage = (row: DailyMessageWithPeople): DailyMessagePublic => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
});

/** Today in the organisation's time zone. */
export const today = ({ now, config }: Pick<Deps, 'now' | 'config'>) => dayAt(now(), config.TIME_ZONE);

/** Last day that can be planned. */
export const lastDay = (work: Pick<Deps, 'now' | 'config'>) => addYears(today(work), DAILY_YEARS_AHEAD);

/** @throws a 422 for a day that is past or too far ahead */
export function requirePlannable(
  work: Pick<Deps, 'now' | 'config'>,
  day: string | null,
  field = 'day',
): void {
  const problem = day === null ? undefined : dayProblem(work, day);
  if (problem) throw fieldProblem(field, problem);
}

export function dayProblem(work: Pick<Deps, 'now' | 'config'>, day: string) {
  const [min, max] = [today(work), lastDay(work)];
  if (day < min) return { type: 'date_too_early', message: `Input should be ${min} or later`, ctx: { min } };
  if (day > max) return { type: 'date_too_late', message: `Input should be ${max} or earlier`, ctx: { max } };
  return undefined;
}

const hasEnded = (work: Work, { day }: Pick<DailyMessage, 'day'>) => day !== null && day < today(work);

/** True if a message can be `ready`: the text in the default language is complete. */
export const canBeReady = (translations: Translations, defaultLocale: Locale) =>
  isComplete(translations[defaultLocale]);

export const readyProblem = (defaultLocale: Locale) => ({
  type: 'default_locale_missing',
  message: `A message that is ready needs a body in the default language, '${defaultLocale}'`,
  ctx: { locale: defaultLocale },
});

function requireReadable({ config }: Work, status: string, translations: Translations): void {
  if (status === 'ready' && !canBeReady(translations, config.DEFAULT_LOCALE))
    throw fieldProblem('translations', readyProblem(config.DEFAULT_LOCALE));
}

/** Maps empty texts to null. */
const normalizeTexts = ({ fr, en }: Partial<Translations>): Translations => ({
  fr: textOrNull(fr),
  en: textOrNull(en),
});

const textOrNull = (text: Translations[Locale] | undefined) =>
  text && (text.title || text.body || text.author) ? text : null;

/** Row of a new message. */
export function newDailyMessage(
  work: Work,
  { translations, ...fields }: DailyMessageCreate,
): NewDailyMessage {
  const time = work.now();
  return {
    ...fields,
    id: uuidv7(),
    translations: normalizeTexts(translations),
    created_at: time,
    created_by: work.by,
    updated_at: time,
    updated_by: work.by,
  };
}

/** @throws {AppError} `day_taken` with its occupant, or a 422 */
export async function createDailyMessage(work: Work, fields: DailyMessageCreate): Promise<string> {
  requirePlannable(work, fields.day);
  const row = newDailyMessage(work, fields);
  requireReadable(work, fields.status, row.translations);
  return insertOnDay(work, row);
}

/** @throws {AppError} `day_taken` with its occupant */
export async function insertOnDay(work: Work, row: NewDailyMessage): Promise<string> {
  await withOccupant(work, row.day ?? null, () =>
    work.db.transaction(async (tx) => {
      await lockPlan(tx);
      await insertDailyMessages(tx, [row]);
    }),
  );
  return row.id;
}

/**
 * Locks the message and the plan until the transaction ends, so that no day starts showing it in between.
 * @throws {AppError} `daily_message_not_found`
 */
export async function lockDailyMessage(tx: Db, id: string): Promise<DailyMessage> {
  await lockPlan(tx);
  const message = await lockMessage(tx, id);
  if (!message || message.deleted_at) throw new AppError('daily_message_not_found');
  return message;
}

/** @throws {AppError} `version_conflict` with the current message */
export async function requireVersion(
  tx: Db,
  { id, version }: DailyMessage,
  expected?: number,
): Promise<void> {
  if (expected === undefined || expected === version) return;
  const row = await findDailyMessage(tx, id);
  throw new AppError('version_conflict', {}, row && { conflict: conflictOf(toDailyMessage(row)) });
}

/** `fields` is empty: the client has both versions and compares them. */
const conflictOf = (current: DailyMessagePublic) => ({
  fields: [],
  current,
  version: current.version,
  updated_at: current.updated_at,
  updated_by: current.updated_by && nameOf(current.updated_by),
});

/**
 * Updates the given fields. After its day, which members have read, only the texts can change.
 * @param work with a transaction
 * @throws {AppError} `daily_message_not_found`, `version_conflict`, `day_over`, or a 422
 */
export async function changeDailyMessage(
  work: Work,
  id: string,
  { version, translations, ...change }: DailyMessageUpdate,
): Promise<void> {
  const message = await lockDailyMessage(work.db, id);
  await requireVersion(work.db, message, version);
  const texts = normalizeTexts({ ...message.translations, ...translations });
  const row = { ...message, ...change, translations: texts };
  requireReadable(work, row.status, texts);
  if (
    hasEnded(work, message) &&
    (row.status !== message.status ||
      row.link !== message.link ||
      row.missing_locale !== message.missing_locale)
  )
    throw new AppError('day_over');
  if (!differs(row, message)) return;
  const { status, link, missing_locale } = row;
  await updateDailyMessage(work.db, edit(work, id), { status, link, missing_locale, translations: texts });
}

const differs = (a: DailyMessage, b: DailyMessage) =>
  a.status !== b.status ||
  a.link !== b.link ||
  a.missing_locale !== b.missing_locale ||
  completeKey(a.translations) !== completeKey(b.translations);

const completeKey = ({ fr, en }: Translations) =>
  JSON.stringify([fr, en].map((text) => text && [text.title, text.body, text.author]));

export const edit = ({ by, now }: Work, id: string) => ({ id, by, now: now() });

/**
 * Moves it to the trash.
 * @param work with a transaction
 * @throws {AppError} `daily_message_not_found`, `day_over`
 */
export async function trashDailyMessage(work: Work, id: string): Promise<void> {
  const message = await lockDailyMessage(work.db, id);
  if (hasEnded(work, message)) throw new AppError('day_over');
  await updateDailyMessage(work.db, edit(work, id), { deleted_at: work.now() });
}

/**
 * Restores it from the trash: to its day or, if that is past or on request, to the reserve.
 * @throws {AppError} `daily_message_not_found`, `day_taken` with its occupant
 */
export async function restoreDailyMessage(work: Work, id: string, to: 'day' | 'reserve'): Promise<void> {
  const message = await findDailyMessage(work.db, id);
  await withOccupant(work, message?.day ?? null, () =>
    work.db.transaction(async (tx) => {
      await lockPlan(tx);
      const row = await lockMessage(tx, id);
      if (!row) throw new AppError('daily_message_not_found');
      if (!row.deleted_at) return;
      const day = to === 'reserve' || hasEnded(work, row) ? null : row.day;
      await updateDailyMessage(tx, edit(work, id), { deleted_at: null, day });
    }),
  );
}

/** Maps a violation of the constraint on days to `day_taken` with the occupant. */
async function withOccupant<Result>(
  work: Work,
  day: string | null,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (day === null || !violates(error, 'daily_messages_day')) throw error;
    throw await dayTaken(work, day);
  }
}

export async function dayTaken({ db, locale }: Work, day: string): Promise<AppError> {
  const [occupant] = await listPlanned(db, day, day);
  return new AppError(
    'day_taken',
    {},
    occupant && { occupant: { id: occupant.id, day, title: titleOf(occupant, locale) } },
  );
}

const LONGEST_TITLE = 80;

/** Title of a message or, without one, the beginning of its body: in the reader's language if it has one. */
export function titleOf({ translations }: Pick<DailyMessage, 'translations'>, reader: Locale): string {
  const text = [reader, ...LOCALES]
    .map((locale) => translations[locale])
    .find((its) => its?.title || its?.body);
  return text?.title || cutGraphemes(text?.body ?? '', LONGEST_TITLE);
}
