import type { Locale } from '@agora/contract/features/accounts/accounts.users.contract';
import type { BroadcastText } from '@agora/contract/features/broadcasts/broadcasts.contract';
import { PUSH_BODY_MAX, PUSH_TITLE_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import { isComplete, textFor } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../platform/deps.ts';
import { dayAt, daysBetween, daysOnEarth } from '../../../platform/time/civil-date.ts';
import { previewDay, resolveDay, type Shown } from '../../daily-messages/daily-messages.resolver.service.ts';
import type { Broadcast, NewBroadcast } from '../broadcasts.table.ts';
import { firstOnEarth, lastOnEarth } from '../compose/broadcasts.schedule.service.ts';
import { giveUpMissed, keepDailyPush } from './broadcasts.daily-push.queries.ts';
import type { Claimed } from './broadcasts.sending.queries.ts';

type DailyPushDeps = Pick<Deps, 'db' | 'config' | 'now'>;

/** Where it leads: the message of whatever day it is at the phone. */
const LINK = '/daily-message';

/** What is pushed of a message without a title. */
const TITLES: Record<Locale, string> = { fr: 'Message du jour', en: 'Message of the day' };

/** Bytes of a text at most, however many its characters have: both and the link fit into a push. */
const TITLE_BYTES = 800;
const BODY_BYTES = 2800;

const segmenter = new Intl.Segmenter();

/** As much of a text as a push takes, in characters as people count them. */
function shortened(text: string, max: number, maxBytes: number): string {
  const letters: string[] = [];
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(JSON.stringify(segment)) - 2;
    if (letters.length === max || bytes > maxBytes)
      return `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
    letters.push(segment);
  }
  return text;
}

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

/** Seconds of a day after a time of the clock, `08:00`. */
const secondsAfter = (time: string) => Temporal.PlainTime.from(time).until('23:59:59').total('seconds') + 1;

/**
 * Makes the push of each day that has begun somewhere and shows something, once, to go out when clocks strike the
 * hour of the setting; has those under way tell what their day shows by now, and gives up what was missed.
 */
export async function makeDailyPushes({ db, config, now }: DailyPushDeps): Promise<void> {
  const { DAILY_PUSH_AT: hour, TIME_ZONE: time_zone } = config;
  const time = now();
  const { first, last } = daysOnEarth(time);
  await giveUpMissed(db, first, time);
  if (hour === undefined) return;
  for (const day of daysBetween(first, last)) {
    const scheduled_local = `${day}T${hour}`;
    const clocks = Temporal.PlainDateTime.from(scheduled_local);
    const start = firstOnEarth(clocks);
    const shown = time < lastOnEarth(clocks) ? await previewDay(db, day, time) : undefined;
    if (!shown) continue;
    await keepDailyPush(db, {
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
 * Of the daily push: what its day shows at this moment, to whom it shows something and whose day it still is, also
 * once their quiet hours are over. Any other is sent as it is.
 */
export async function followDay({ db, config, now }: DailyPushDeps, sending: Sending): Promise<Sending> {
  const { broadcast, claimed } = sending;
  const { day } = broadcast;
  if (day === null) return sending;
  const time = now();
  const shown = await resolveDay(db, day, time);
  const follow = (delivery: Claimed): Claimed => {
    if (delivery.skip !== null) return delivery;
    const zone = delivery.time_zone ?? config.TIME_ZONE;
    if (dayAt(new Date(time.getTime() + delivery.wait), zone) > day) return { ...delivery, skip: 'too_late' };
    if (delivery.wait > 0) return delivery;
    const text = shown && textFor(shown, delivery.locale, config.DEFAULT_LOCALE);
    return text ? { ...delivery, locale: text.locale } : { ...delivery, skip: 'no_message' };
  };
  return { broadcast: { ...broadcast, ...(shown && asPush(shown)) }, claimed: claimed.map(follow) };
}
