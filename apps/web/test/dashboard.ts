import type { Calendar, CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import type { Dashboard } from '@agora/contract/features/dashboard/dashboard.contract';
import { METRICS } from '@agora/contract/features/dashboard/dashboard.rules';
import type {
  AnswerTimes,
  Kpi,
  Overview,
  Sends,
} from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { answer, contract } from './api.ts';
import { aSummary } from './ratings.ts';

/** Today in the figures. */
const TODAY = '2026-05-20';

export const someFigures = (overrides: Partial<Dashboard> = {}): Dashboard => ({
  time_zone: 'Europe/Paris',
  today: TODAY,
  members: 1234,
  admins: 2,
  messages_awaiting: 3,
  new_members: { count: 5, previous: 4, from: '2026-05-14' },
  daily_messages: { missing: 0, first_missing: null, last_missing: null, reserve: 0 },
  ...overrides,
});

const RANGE = {
  from: '2026-05-19',
  to: TODAY,
  previous_from: '2026-05-17',
  previous_to: '2026-05-18',
  time_zone: 'Europe/Paris',
  is_running: true,
};

const kpi = (...values: number[]): Kpi => ({
  value: values.reduce((sum, value) => sum + value, 0),
  previous: 2,
  delta: 0.5,
  series: values.map((value, index) => {
    const day = index === 0 ? '2026-05-19' : TODAY;
    return { from: day, to: day, value, previous: 1 };
  }),
});

/** Figures of yesterday and today. */
export const anOverview = (overrides: Partial<Overview['kpis']> = {}): Overview => ({
  range: RANGE,
  interval: 'day',
  kpis: {
    ...(Object.fromEntries(METRICS.map((metric) => [metric, kpi(2, 1)])) as Overview['kpis']),
    ...overrides,
  },
  is_recomputing: false,
  generated_at: `${TODAY}T10:00:00.000Z`,
});

export const someSends = (overrides: Partial<Sends> = {}): Sends => ({
  data: [],
  count: 0,
  range: RANGE,
  previous: { count: 0, reached: 0, opened: 0 },
  hours: [],
  ...overrides,
});

export const someAnswerTimes = (overrides: Partial<AnswerTimes> = {}): AnswerTimes => ({
  data: [],
  count: 0,
  range: RANGE,
  interval: 'day',
  business_hours: null,
  answered: 0,
  median_minutes: null,
  p90_minutes: null,
  previous_median_minutes: null,
  waiting: { count: 0, oldest_at: null },
  ...overrides,
});

export const aCalendarDay = (overrides: Partial<CalendarDay> = {}): CalendarDay => ({
  day: TODAY,
  state: 'empty',
  id: null,
  title: '',
  locales: [],
  version: null,
  reserve: null,
  ...overrides,
});

export const aCalendar = (days: CalendarDay[] = [aCalendarDay()], reserve = 0): Calendar => ({
  today: TODAY,
  data: days,
  count: days.length,
  reserve: { count: reserve, covers_until: reserve > 0 ? '2026-06-30' : null },
});

const NO_ROWS: never[] = [];
const none = { status: 200, body: { data: NO_ROWS, count: 0 } } as const;

/** Mocks everything that the dashboard of a superuser reads, without tasks and scheduled content. */
export function answerDashboard(): void {
  answer(contract.dashboard.readDashboard, { status: 200, body: someFigures() });
  answer(contract.dashboard.readTasks, none);
  answer(contract.dashboard.readSteps, none);
  answer(contract.dashboard.readHealth, none);
  answer(contract.dailyMessages.readCalendar, { status: 200, body: aCalendar() });
  answer(contract.news.readNews, none);
  answer(contract.broadcasts.readBroadcasts, none);
  answer(contract.ratings.summarizeRatings, { status: 200, body: aSummary() });
  answer(contract.auditLogs.readAuditLogs, none);
  answer(contract.statistics.readOverview, { status: 200, body: anOverview() });
  answer(contract.statistics.readSends, { status: 200, body: someSends() });
  answer(contract.statistics.readTopNews, { status: 200, body: { data: [], count: 0, range: RANGE } });
  answer(contract.statistics.readAnswerTimes, { status: 200, body: someAnswerTimes() });
}
