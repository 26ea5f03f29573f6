import { mulberry32, type Random, uuidAt } from '../../platform/random.ts';
import { addDays, dayAt } from '../../platform/time/civil-date.ts';
import type { NewDailyMessage, NewIssue } from './daily-messages.table.ts';
import { type Advice, BILINGUAL, RESERVE, UNTRANSLATED } from './daily-messages.texts.seed.ts';

const SEED = 20_260_403;
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Number of planned days before and after today. */
const PAST = 75;
const AHEAD = 20;
/** Days from writing a message to its day. */
const WRITTEN_BEFORE = 9;
/** Coming days, counted from today: those with drafts, and those without a message. */
const DRAFTS = new Set([5, 9, 16]);
const GAPS_AHEAD = new Set([4, 8, 13, 17]);
/** Past days, counted back: those filled from the reserve, and one without a message. */
const FILLED = [12, 31, 54];
const EMPTY = 70;
/** Interval of texts without English, and first index: never today's. */
const FRENCH_ONLY = { every: 8, first: 4 };
/** Messages in the trash: their day, counted from today, and days since deletion. */
const TRASHED = [
  { day: 2, since: 1 },
  { day: -20, since: 22 },
  { day: null, since: 6 },
];

interface DemoDailyMessagesInput {
  now: Date;
  timeZone: string;
  /** Authors of the messages. */
  authors: readonly string[];
}

interface DemoDailyMessages {
  messages: NewDailyMessage[];
  issues: NewIssue[];
}

/**
 * Messages of a team: past and planned days, drafts, gaps, a reserve, a trash, and the days as shown.
 * Deterministic for the same input.
 */
export function demoDailyMessages(input: DemoDailyMessagesInput): DemoDailyMessages {
  const { now, timeZone } = input;
  const random = mulberry32(SEED);
  const today = dayAt(now, timeZone);
  const write = writer(input, random);
  const dayOf = (offset: number) => addDays(today, offset);
  const planned = offsets()
    .filter((offset) => !FILLED.includes(-offset) && -offset !== EMPTY && !GAPS_AHEAD.has(offset))
    .map((offset, index) =>
      write({
        day: dayOf(offset),
        status: DRAFTS.has(offset) ? 'draft' : 'ready',
        text: textAt(index),
        written: offset - WRITTEN_BEFORE,
      }),
    );
  const reserve = RESERVE.map((text, index) =>
    write({ day: null, status: index < RESERVE.length - 1 ? 'ready' : 'draft', text, written: -60 + index }),
  );
  const trash = TRASHED.map(({ day, since }, index) => ({
    ...write({
      day: day === null ? null : dayOf(day),
      status: 'draft' as const,
      text: textAt(index + 1),
      written: -since - 3,
    }),
    deleted_at: new Date(now.getTime() - since * DAY),
  }));
  const shown = [
    ...planned.filter(({ day, status }) => day && day <= today && status === 'ready'),
    ...FILLED.flatMap((back, index) => {
      const message = reserve[index];
      return message ? [{ ...message, day: dayOf(-back) }] : [];
    }),
  ];
  const issues = shown.map((message) =>
    issueOf(
      message,
      reserve.some(({ id }) => id === message.id),
    ),
  );
  return { messages: [...planned, ...reserve, ...trash], issues };
}

const offsets = () => Array.from({ length: PAST + AHEAD + 1 }, (_, index) => index - PAST);

/** Cycles through the texts, some without English. */
function textAt(index: number): Advice | undefined {
  const texts = index % FRENCH_ONLY.every === FRENCH_ONLY.first ? UNTRANSLATED : BILINGUAL;
  return texts[index % texts.length];
}

interface Draft {
  day: string | null;
  status: 'draft' | 'ready';
  text: Advice | undefined;
  /** Day of writing, counted from today. */
  written: number;
}

function writer({ now, authors }: DemoDailyMessagesInput, random: Random) {
  return ({ day, status, text, written }: Draft): NewDailyMessage => {
    const moment = Math.min(
      now.getTime() - HOUR,
      now.getTime() + written * DAY + Math.floor(random() * 8 * HOUR),
    );
    const created_at = new Date(moment);
    const by = authors[Math.floor(random() * authors.length)] ?? null;
    return {
      id: uuidAt(created_at, random),
      day,
      status,
      translations: { fr: text?.fr ?? null, en: text?.en ?? null },
      link: text?.link ?? null,
      missing_locale: 'fallback',
      created_at,
      created_by: by,
      updated_at: created_at,
      updated_by: by,
    };
  };
}

/** Time of first serving, shortly after midnight. */
const issueOf = (
  { id, day, translations, link, missing_locale }: NewDailyMessage,
  isReserve: boolean,
): NewIssue => ({
  day: day ?? '',
  message_id: id,
  version: 1,
  source: isReserve ? 'reserve' : 'planned',
  translations,
  link: link ?? null,
  missing_locale,
  first_served_at: new Date(`${day}T00:07:00Z`),
});
