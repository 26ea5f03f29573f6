import { PUSH_BODY_MAX, PUSH_TITLE_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type { BroadcastText } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { isComplete, textFor } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../platform/deps.ts';
import { shortened } from '../../../platform/push/shortened.ts';
import { daysBetween, daysOnEarth, endOfDay } from '../../../platform/time/civil-date.ts';
import { previewDay, resolveDay, type Shown } from '../../daily-messages/daily-messages.resolver.service.ts';
import type { Broadcast, NewBroadcast } from '../broadcasts.table.ts';
import { firstOnEarth, lastOnEarth } from '../compose/broadcasts.schedule.service.ts';
import { markMissedDailyPushes, upsertDailyPush } from './broadcasts.daily-push.queries.ts';
import type { Claimed } from './broadcasts.sending.queries.ts';

type DailyPushDeps = Pick<Deps, 'db' | 'config' | 'now'>;

/** Link to the message of the current day on the phone. */
const LINK = '/daily-message';

/** Push titles for messages without a title. */
const TITLES: Record<Locale, string> = { fr: 'Message du jour', en: 'Message of the day' };

/** Maximum size of a text, in bytes, so that both texts and the link fit into a push payload. */
const TITLE_BYTES = 800;
const BODY_BYTES = 2800;

function textOf({ translations }: Shown, locale: Locale): BroadcastText | null {
  const text = translations[locale];
  if (!isComplete(text)) return null;
  const title = shortened(text.title, PUSH_TITLE_MAX, TITLE_BYTES) || TITLES[locale];
  return { title, body: shortened(text.body, PUSH_BODY_MAX, BODY_BYTES) };
}

const asPush = (shown: Shown) =>
  ({
    translations: { fr: textOf(shown, 'fr'), en: textOf(shown, 'en') },
    missing_locale: shown.missing_locale === 'hide' ? 'skip' : 'fallback',
  }) satisfies Partial<NewBroadcast>;

/** Seconds from a local time, `08:00`, to the end of the day. */
const secondsAfter = (time: string) => Temporal.PlainTime.from(time).until('23:59:59').total('seconds') + 1;

/**
 * Creates, once, the push of each day that has begun somewhere and has a message, at the configured local
 * hour. Updates the text of pending ones, and gives up missed ones.
 */
export async function createDailyPushes({ db, config, now }: DailyPushDeps): Promise<void> {
  const { DAILY_PUSH_AT: hour, TIME_ZONE: time_zone } = config;
  const time = now();
  const { first, last } = daysOnEarth(time);
  await markMissedDailyPushes(db, first, time);
  if (hour === undefined) return;
  for (const day of daysBetween(first, last)) {
    const scheduled_local = `${day}T${hour}`;
    const clocks = Temporal.PlainDateTime.from(scheduled_local);
    const start = firstOnEarth(clocks);
    const shown = time < lastOnEarth(clocks) ? await previewDay(db, day, time) : undefined;
    if (!shown) continue;
    await upsertDailyPush(db, {
      ...asPush(shown),
      id: uuidv7(),
      name: '',
      category: 'daily',
      source: 'daily',
      day,
      status: 'scheduled',
      audience: { everyone: true },
      link: LINK,
      ttl_seconds: secondsAfter(hour),
      schedule_mode: 'local',
      scheduled_local,
      time_zone,
      scheduled_at: start < time ? time : start,
      created_at: time,
      updated_at: time,
    });
  }
}

interface Sending {
  broadcast: Broadcast;
  claimed: Claimed[];
}

/**
 * For a daily push: uses the current message of its day, skips devices without a text or whose day is over (or will be
 * after quiet hours), and sets the expiry to the end of the day. Other broadcasts are returned unchanged.
 */
export async function resolveDailyPush(
  { db, config, now }: DailyPushDeps,
  sending: Sending,
): Promise<Sending> {
  const { broadcast, claimed } = sending;
  const { day } = broadcast;
  if (day === null) return sending;
  const time = now();
  const shown = await resolveDay(db, day, time);
  const follow = (delivery: Claimed): Claimed => {
    if (delivery.skip !== null) return delivery;
    const zone = delivery.time_zone ?? config.TIME_ZONE;
    const left = endOfDay(day, zone).getTime() - time.getTime();
    if (left <= delivery.wait) return { ...delivery, skip: 'too_late' };
    if (delivery.wait > 0) return delivery;
    const text = shown && textFor(shown, delivery.locale, config.DEFAULT_LOCALE);
    if (!text) return { ...delivery, skip: 'no_message' };
    return { ...delivery, locale: text.locale, ttl: Math.floor(left / 1000) };
  };
  return { broadcast: { ...broadcast, ...(shown && asPush(shown)) }, claimed: claimed.map(follow) };
}
