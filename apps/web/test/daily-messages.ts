import type {
  CalendarDay,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { vi } from 'vitest';
import { daysOfMonth } from '../src/platform/civil-date.ts';
import { aSuperuser, idOf } from './accounts.ts';
import { answer, contract } from './api.ts';
import { aSummary } from './ratings.ts';
import { openPage } from './render.tsx';

/** Today in most tests of daily messages, a Thursday. */
export const TODAY = '2031-05-15';
export const setToday = (now = `${TODAY}T12:00:00Z`) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });

/** A text of a daily message, without an author. */
export const aText = (title: string, body = `About ${title}`) => ({ title, body, author: '' });

/** A message of the 20th that is ready, in both languages. */
export const aDailyMessage = (overrides: Partial<DailyMessagePublic> = {}): DailyMessagePublic => ({
  id: idOf(600),
  day: '2031-05-20',
  status: 'ready',
  translations: { fr: aText('Le marché'), en: aText('The market') },
  link: null,
  missing_locale: 'fallback',
  version: 1,
  created_at: '2031-05-01T10:00:00.000Z',
  created_by: null,
  updated_at: '2031-05-01T10:00:00.000Z',
  updated_by: null,
  deleted_at: null,
  last_shown_on: null,
  ...overrides,
});

export const aCalendarDay = (overrides: Partial<CalendarDay> & { day: string }): CalendarDay => ({
  state: 'empty',
  id: null,
  title: '',
  locales: [],
  version: null,
  reserve: null,
  ...overrides,
});

/** A day with a message of its own that is ready, in both languages. */
export const aPlannedDay = (day: string, title: string, overrides: Partial<CalendarDay> = {}): CalendarDay =>
  aCalendarDay({
    day,
    state: 'ready',
    id: idOf(600 + Number(day.slice(8))),
    title,
    locales: ['fr', 'en'],
    version: 1,
    ...overrides,
  });

/** Mocks the calendar of any month. All days are empty except these, which a test may change. */
export function answerCalendar(...planned: CalendarDay[]) {
  const reserve: { count: number; covers_until: string | null } = { count: 0, covers_until: null };
  const calls = answer(contract.dailyMessages.readCalendar, ({ query }) => {
    const data = daysOfMonth(query['month'] ?? '').map(
      (day) => planned.find((known) => known.day === day) ?? aCalendarDay({ day }),
    );
    return { status: 200, body: { today: TODAY, data, count: data.length, reserve } };
  });
  return { planned, reserve, calls };
}

/** Mocks the routes of the message page and applies updates to `state`. */
export function answerDailyMessage(overrides: Partial<DailyMessagePublic> = {}) {
  const state = { message: aDailyMessage(overrides) };
  answerCalendar();
  answer(contract.auditLogs.readAuditLogs, { status: 200, body: { data: [], count: 0 } });
  answer(contract.ratings.summarizeRatings, {
    status: 200,
    body: aSummary({ count: 0, average: null }),
  });
  answer(contract.dailyMessages.readDailyMessage, () => ({ status: 200, body: state.message }));
  const updates = answer(contract.dailyMessages.updateDailyMessage, ({ body }) => {
    const { version: _, ...fields } = body as Partial<DailyMessagePublic>;
    state.message = { ...state.message, ...fields, version: state.message.version + 1 };
    return { status: 200, body: state.message };
  });
  return { state, updates };
}

export const openDaily = (
  path = '',
  options: Parameters<typeof openPage>[1] = {},
): ReturnType<typeof openPage> => openPage(`/daily-message${path}`, { as: aSuperuser(), ...options });
