import { PUSH_TYPED_FROM } from '@agora/contract/features/broadcasts/broadcasts.rules';
import {
  type BroadcastCreate,
  type BroadcastPublic,
  type BroadcastSchedule,
  type BroadcastSend,
  type BroadcastText,
  type BroadcastTranslations,
  type BroadcastUpdate,
  PUSH_BYTES_MAX,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import {
  actionsFor,
  BROADCAST_ACTIONS,
  type BroadcastAction,
  isDeletable,
} from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import type { PushTest } from '@agora/contract/features/devices/devices.contract';
import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume } from '../../../platform/http/limiter.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { payloadBytes } from '../../../platform/push/payload.ts';
import type { PushContent, PushProviders } from '../../../platform/push/push.ts';
import { requireRecentPassword } from '../../accounts/sessions/accounts.sessions.service.ts';
import { devicesForTest, sendTests } from '../../devices/devices.service.ts';
import { holdMedia } from '../../media/media.service.ts';
import { countAudience } from '../audience/broadcasts.audience.queries.ts';
import {
  type BroadcastWithPeople,
  deleteBroadcast,
  findBroadcast,
  findSeen,
  findTargets,
  insertBroadcasts,
  leadsToPushed,
  lockBroadcast,
  type Targets,
  updateBroadcast,
} from '../broadcasts.queries.ts';
import type { Broadcast, NewBroadcast } from '../broadcasts.table.ts';
import { momentOfSchedule } from './broadcasts.schedule.service.ts';

/** The acting user and the dependencies. */
export interface Work extends Pick<Deps, 'db' | 'now' | 'config' | 'frontendHost'> {
  by: string;
  /** Time of the last password entry. */
  password_at: Date;
}

/** Maximum width of a push image, in pixels: no phone shows more. */
const IMAGE_WIDTH = 1080;

const instant = (moment: Date | null) => moment?.toISOString() ?? null;

export const toBroadcast = (row: BroadcastWithPeople): BroadcastPublic => ({
  ...row,
  actions: actionsFor(row),
  scheduled_at: instant(row.scheduled_at),
  held_until: instant(row.held_until),
  waits_until: instant(row.waits_until === null ? null : new Date(row.waits_until)),
  started_at: instant(row.started_at),
  finished_at: instant(row.finished_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Progress of a broadcast; undefined if deleted. */
export async function progressOf(db: Db, id: string) {
  const row = await findBroadcast(db, id);
  if (!row) return undefined;
  const { status, targeted, sent, failed, invalid, skipped, cancelled, opened, last_error } = row;
  return { id, status, targeted, sent, failed, invalid, skipped, cancelled, opened, last_error };
}

const isComplete = (text: BroadcastText | null): text is BroadcastText =>
  Boolean(text?.title.trim() && text.body.trim());

/** Languages with a complete text. */
const completeLocales = (translations: BroadcastTranslations): Locale[] =>
  LOCALES.filter((locale) => isComplete(translations[locale]));

type Content = Pick<Broadcast, 'id' | 'translations' | 'link' | 'image' | 'ttl_seconds'>;

/** Content for devices in a language. @param host host that serves pictures */
export function contentIn(
  { id, translations, link, image, ttl_seconds }: Content,
  locale: Locale,
  host: string,
): PushContent {
  const { title, body } = translations[locale] ?? { title: '', body: '' };
  const push = { notificationId: id, collapseId: id, locale, title, body, link, ttl: ttl_seconds };
  return { ...push, image: image && new URL(image, host).href };
}

/** Normalises an app path (RFC 3986, 6.2.2), so that equal targets compare equal. */
function normalPath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://app.invalid');
  const plain = pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w\-.~]/.test(letter) ? letter : code;
  });
  return plain.replaceAll(/\/{2,}/g, '/') + search + hash;
}

/** The link as stored. @throws a 422 for a link outside the app */
function linkOf({ config, frontendHost }: Work, link: string | null): string | null {
  if (link === null) return null;
  if (/^\/(?!\/)[\w\-./~%?=&#]*$/.test(link)) return normalPath(link);
  const url = URL.parse(link);
  const hosts = [new URL(frontendHost).hostname, ...config.PUSH_LINK_HOSTS];
  if (url?.protocol === 'https:' && !url.username && !url.password && hosts.includes(url.hostname))
    return link;
  throw fieldProblem('link', {
    type: 'link_not_allowed',
    message: 'Value error, a push leads to a path of the app, or to an https address of a known host',
    ctx: { hosts },
  });
}

/** @throws a 422 for a payload that providers would refuse for every device */
function requireSize({ frontendHost }: Work, content: Content): void {
  for (const locale of LOCALES) {
    const bytes = content.translations[locale] ? payloadBytes(contentIn(content, locale, frontendHost)) : 0;
    if (bytes > PUSH_BYTES_MAX)
      throw fieldProblem('translations', {
        type: 'push_too_large',
        message: `Value error, texts and link take ${bytes} bytes in '${locale}', and may take ${PUSH_BYTES_MAX}`,
        ctx: { locale, bytes, max_bytes: PUSH_BYTES_MAX },
      });
  }
}

function requireSource({ source, source_id }: Pick<BroadcastCreate, 'source' | 'source_id'>): void {
  if ((source === 'manual') === (source_id === null)) return;
  throw fieldProblem('source_id', {
    type: 'source_mismatch',
    message: 'Value error, what is not written by itself names its source, and nothing else does',
  });
}

/** @throws a 422 if the source or the linked article does not exist */
async function requireTargets(db: Db, { source, source_id, link }: Targets): Promise<void> {
  const { has_source, has_linked } = await findTargets(db, { source, source_id, link });
  if (!has_source)
    throw fieldProblem('source_id', {
      type: 'source_unknown',
      message: 'Value error, there is no such source',
    });
  if (!has_linked)
    throw fieldProblem('link', { type: 'link_unknown', message: 'Value error, this leads to nothing' });
}

/** URL path of the picture in pushes. @throws a 422 if it does not exist */
async function imageOf(tx: Db, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [picture] = await holdMedia(tx, [id]);
  if (!picture)
    throw fieldProblem('image_id', {
      type: 'media_missing',
      message: 'Value error, there is no such picture',
      ctx: { media_id: id },
    });
  const width = mediaWidths(picture.width).findLast((each) => each <= IMAGE_WIDTH) ?? picture.width;
  return mediaPath(id, width, 'jpg');
}

const changed = ({ by, now }: Pick<Work, 'by' | 'now'>, id: string) => ({ id, by, now: now() });

/** @throws a 422 */
export async function createBroadcast(
  work: Work,
  { translations: { fr = null, en = null }, ...fields }: BroadcastCreate,
): Promise<string> {
  const time = work.now();
  const row = {
    ...fields,
    image: null,
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
  await work.db.transaction(async (tx) => {
    const image = await imageOf(tx, row.image_id);
    requireSize(work, { ...row, image });
    await insertBroadcasts(tx, [{ ...row, image }]);
  });
  return row.id;
}

/** @throws {AppError} `broadcast_not_found` */
async function requireBroadcast(tx: Db, id: string): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id);
  if (!broadcast) throw new AppError('broadcast_not_found');
  return broadcast;
}

const invalidState = (broadcast: Broadcast) =>
  new AppError('invalid_state', {}, { allowed: actionsFor(broadcast) });

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
  const { name, category, missing_locale, audience, link, image_id, image, urgent, ttl_seconds } = row;
  const fields = { name, category, missing_locale, audience, link, image_id, image, urgent, ttl_seconds };
  await updateBroadcast(work.db, changed(work, id), { ...fields, translations: row.translations });
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
  const { name, category, translations, missing_locale, audience, ...original } = await requireBroadcast(
    db,
    id,
  );
  const { link, image_id, image, urgent, ttl_seconds } = original;
  const content = {
    name,
    category,
    translations,
    missing_locale,
    link,
    image_id,
    image,
    urgent,
    ttl_seconds,
  };
  const copy = uuidv7();
  const time = now();
  const written = { created_at: time, created_by: by, updated_at: time, updated_by: by };
  await insertBroadcasts(db, [{ ...content, ...written, id: copy, audience, source: 'manual' }]);
  return copy;
}

/** Locks the broadcast if it allows the action. @throws {AppError} `broadcast_not_found`, `invalid_state` */
async function takeFor(tx: Db, id: string, action: BroadcastAction): Promise<Broadcast> {
  const broadcast = await requireBroadcast(tx, id);
  if (!actionsFor(broadcast).includes(action)) throw invalidState(broadcast);
  return broadcast;
}

/**
 * The fields that determine the recipients. The languages of a daily push are only known when it is sent.
 * @throws {AppError} `broadcast_incomplete`
 */
export function reachOf(broadcast: Broadcast, { DEFAULT_LOCALE }: Pick<Config, 'DEFAULT_LOCALE'>) {
  const { audience, category, missing_locale, translations, day } = broadcast;
  const complete_locales = day === null ? completeLocales(translations) : [...LOCALES];
  const isComplete =
    missing_locale === 'fallback' ? complete_locales.includes(DEFAULT_LOCALE) : complete_locales.length > 0;
  if (!audience || !isComplete) throw new AppError('broadcast_incomplete');
  return { audience, category, missing_locale, complete_locales };
}

/** Audience drift: more than 10 % and more than 20 devices. */
const hasDrifted = (expected: number, devices: number) =>
  Math.abs(devices - expected) > 20 && Math.abs(devices - expected) > expected / 10;

const DAY = 86_400;

/** Large pushes require a recent password entry, and their number per day is limited across all senders. */
async function requireMandate(work: Work, devices: number): Promise<void> {
  const { db, now, config } = work;
  if (devices < PUSH_TYPED_FROM) return;
  requireRecentPassword(work, now());
  await consume(db, [{ key: 'broadcasts', limit: config.PUSHES_TO_MANY_PER_DAY, seconds: DAY }]);
}

/**
 * Rejects the send if the broadcast or its audience changed since the sender reviewed it.
 * @param at time of the send
 * @throws {AppError} `version_conflict`, `broadcast_incomplete`, `push_target_gone`, `already_pushed`,
 *   `audience_empty`, `audience_changed`, `password_required`, `too_many_requests`
 */
async function requireAsShown(work: Work, broadcast: Broadcast, shown: BroadcastSend, at: Date) {
  const { db, now, config } = work;
  if (shown.version !== undefined && shown.version !== broadcast.version)
    throw new AppError('version_conflict');
  const clock = { now: now(), timeZone: config.TIME_ZONE };
  const reach = reachOf(broadcast, config);
  if (!(await findSeen(db, broadcast, at))) throw new AppError('push_target_gone');
  if (await leadsToPushed(db, broadcast)) throw new AppError('already_pushed');
  const devices = await countAudience(db, reach, clock);
  if (devices === 0) throw new AppError('audience_empty');
  if (hasDrifted(shown.expected_devices, devices)) throw new AppError('audience_changed', {}, { devices });
  await requireMandate(work, devices);
}

/** Maps a violation of the unique index to `already_pushed`. */
const rethrowPushed = (error: unknown): never => {
  throw violates(error, 'broadcasts_source') ? new AppError('already_pushed') : error;
};

/**
 * Queues a broadcast for the workers.
 * @param work with a transaction
 * @throws {AppError} `broadcast_not_found`, `invalid_state`, and the errors of `requireAsShown`
 */
export async function sendBroadcast(work: Work, id: string, shown: BroadcastSend): Promise<void> {
  const broadcast = await takeFor(work.db, id, 'send');
  const time = work.now();
  await requireAsShown(work, broadcast, shown, time);
  const isMissed = broadcast.status === 'missed';
  await updateBroadcast(work.db, changed(work, id), {
    status: 'sending',
    is_claimed: true,
    ...(!isMissed && { schedule_mode: 'now' }),
    ...(isMissed && { schedule_mode: 'now', scheduled_at: null, scheduled_local: null, time_zone: null }),
    last_error: null,
    started_at: time,
    progressed_at: time,
    sent_by: work.by,
  }).catch(rethrowPushed);
}

/** Schedules a broadcast. @throws {AppError} the errors of `sendBroadcast`, or a 422 */
export async function scheduleBroadcast(
  work: Work,
  id: string,
  { mode, local, time_zone, late_policy, offset, ...shown }: BroadcastSchedule,
): Promise<void> {
  const broadcast = await takeFor(work.db, id, 'schedule');
  const scheduled_at = momentOfSchedule({ mode, local, time_zone, offset }, work.now());
  await requireAsShown(work, broadcast, shown, scheduled_at);
  await updateBroadcast(work.db, changed(work, id), {
    status: 'scheduled',
    is_claimed: true,
    schedule_mode: mode,
    scheduled_local: local,
    time_zone,
    scheduled_at,
    late_policy,
    sent_by: work.by,
  }).catch(rethrowPushed);
}

/** Other fields that change with the state. */
const FOLLOW_UPS: Record<
  'unschedule' | 'pause' | 'resume' | 'cancel',
  (broadcast: Broadcast, now: Date) => Partial<NewBroadcast>
> = {
  unschedule: () => ({
    is_claimed: false,
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
export async function actOnBroadcast(work: Work, id: string, action: keyof typeof FOLLOW_UPS): Promise<void> {
  const broadcast = await takeFor(work.db, id, action);
  const followUp = FOLLOW_UPS[action](broadcast, work.now());
  await updateBroadcast(work.db, changed(work, id), { status: BROADCAST_ACTIONS[action].to, ...followUp });
}

const TEST_MARK = '[TEST] ';

/** Sends it to a few devices in each of its languages, without changing its state. */
export async function testBroadcast(
  work: Work & { push: PushProviders },
  broadcast: Content,
  deviceIds: readonly string[] | undefined,
): Promise<PushTest> {
  const locales = completeLocales(broadcast.translations);
  if (locales.length === 0) throw new AppError('broadcast_incomplete');
  const devices = await devicesForTest(work, work.by, deviceIds);
  if (devices.length === 0) throw new AppError('no_test_device');
  const tests = devices.flatMap((device) =>
    locales.map((locale) => {
      const content = contentIn(broadcast, locale, work.frontendHost);
      const collapseId = `${broadcast.id}-${locale}`;
      const title = TEST_MARK + content.title;
      return { device, content: { ...content, title, notificationId: null, collapseId } };
    }),
  );
  return sendTests(work, tests);
}
