import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../test/api.ts';
import { anEntry } from '../../../test/audit.ts';
import { aBroadcast } from '../../../test/broadcasts.ts';
import {
  aCalendar,
  aCalendarDay,
  anOverview,
  answerDashboard,
  someAnswerTimes,
  someFigures,
  someSends,
} from '../../../test/dashboard.ts';
import { anItem } from '../../../test/items.ts';
import { someCounts } from '../../../test/messages.ts';
import { aListedArticle } from '../../../test/news.ts';
import { aSummary } from '../../../test/ratings.ts';
import { openPage } from '../../../test/render.tsx';
import { button, dateField, fill } from '../../../test/screen.ts';
import type { Locale } from '../../platform/i18n.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-20T10:00:00Z') });
  answerDashboard();
});
afterEach(() => vi.useRealTimers());

const open = (search = '', locale: Locale = 'en') =>
  openPage(`/dashboard${search}`, { as: aSuperuser(), locale });
const region = (name: string) => screen.findByRole('region', { name });
const tile = async (label: string) =>
  (await within(screen.getByRole('main')).findByText(label, { selector: 'a *' })).closest('a');

it.each([
  ['Members', '1,234', '/members', ''],
  ['New in 7 days', '5', '/members?from=2026-05-14', '4 in the 7 days before'],
  ['Team', '2', '/admin', ''],
  ['Conversations awaiting reply', '3', '/messages', '1 unassigned'],
  ['Ratings', '3.5', '/rates?target_type=app', 'out of 5, 6 ratings of the app'],
  ['Last push notification', '50%', `/broadcast/${idOf(200)}`, 'opened by 2 of 4 members'],
])('links the figure “%s” to the list of what it counts', async (label, value, address, note) => {
  answer(contract.messages.countMessages, {
    status: 200,
    body: someCounts({ awaiting: 3, unassigned: 1 }),
  });
  answer(contract.broadcasts.readBroadcasts, ({ query }) => {
    const data = query['status'] === 'sent' ? [aBroadcast({ status: 'sent', reached: 4, opened: 2 })] : [];
    return { status: 200, body: { data, count: data.length } };
  });
  const summaries = answer(contract.ratings.summarizeRatings, { status: 200, body: aSummary() });
  await open();
  await screen.findByText('Trends');
  await waitFor(async () => expect(await tile(label)).toHaveTextContent(value));
  expect(await tile(label)).toHaveAttribute('href', address);
  expect((await tile(label))?.textContent?.replaceAll('\u00a0', ' ')).toContain(note);
  expect(summaries[0]?.query).toEqual({ target_type: 'app' });
});

const TASKS = [
  [
    'broadcasts_missed',
    1,
    { status: 'missed' },
    'Decide: 1 notification was not sent',
    '/broadcast?status=missed',
  ],
  [
    'broadcasts_paused',
    2,
    { status: 'paused' },
    'See why: 2 notifications are paused',
    '/broadcast?status=paused',
  ],
  [
    'messages_overdue',
    1,
    { awaiting: 'true', overdue: 'true', sort: 'awaiting_since' },
    'Reply: 1 overdue conversation',
    '/messages?overdue=true&sort=awaiting_since',
  ],
  [
    'ratings_low',
    3,
    { score: '1,2', answered: 'false' },
    'Reply: 3 comments with 1 or 2 stars',
    '/rates?score=1%2C2&answered=false',
  ],
  [
    'days_draft',
    2,
    { place: 'planned', status: 'draft' },
    'Finish: 2 drafts due within 7 days',
    '/daily-message?view=list&status=draft',
  ],
  [
    'days_without_en',
    3,
    { place: 'planned', missing: 'en' },
    'Translate: 3 messages without English',
    '/daily-message?view=list&missing=en',
  ],
] as const;

it('links each task to the list of what it counts, in the order of the API', async () => {
  answer(contract.dashboard.readTasks, {
    status: 200,
    body: { data: TASKS.map(([code, count, filter]) => ({ code, count, filter })), count: TASKS.length },
  });
  const missing = { missing: 4, first_missing: '2026-05-22', last_missing: '2026-06-02', reserve: 0 };
  answer(contract.dashboard.readDashboard, { status: 200, body: someFigures({ daily_messages: missing }) });
  await open();
  const links = within(await region('To do today')).getAllByRole('link', { name: /^(?!Write)/ });
  expect(
    links.map((link) => [
      link.getAttribute('aria-label')?.replaceAll('\u00a0', ' '),
      link.getAttribute('href'),
    ]),
  ).toEqual([
    ...TASKS.map(([, , , name, address]) => [name, address]),
    ['Plan: 4 days without a message', '/daily-message?from=2026-05-22&to=2026-06-02'],
  ]);
});

const ID = idOf(800);
it.each([
  [
    aCalendar(),
    'No message planned for today',
    'Members see nothing today.',
    '/daily-message/new?day=2026-05-20',
  ],
  [
    aCalendar([aCalendarDay()], 2),
    'No message planned for today',
    'Members get a message from the reserve.',
    '/daily-message/new?day=2026-05-20',
  ],
  [
    aCalendar([aCalendarDay({ state: 'draft', id: ID })]),
    'Today’s message is still a draft',
    'Members see nothing today.',
    `/daily-message/${ID}`,
  ],
])(
  'shows that today has no message, and what members see instead: case %#',
  async (calendar, title, note, address) => {
    answer(contract.dailyMessages.readCalendar, { status: 200, body: calendar });
    await open();
    const tasks = within(await region('To do today'));
    expect(await tasks.findByText(title)).toBeVisible();
    expect(tasks.getByText(note)).toBeVisible();
    expect(tasks.getByRole('link', { name: /Daily message$/ })).toHaveAttribute('href', address);
  },
);

it.each([
  ['en', 'Nothing is waiting for you'],
  ['fr', 'Rien ne vous attend'],
] as const)('shows in %s that there is nothing to do', async (locale, text) => {
  const first = await open('', locale);
  expect(await screen.findByText(text)).toBeVisible();
  first.unmount();
});

it('shows what is published in the next seven days, each with its day and time', async () => {
  const calls = answer(contract.dailyMessages.readCalendar, {
    status: 200,
    body: aCalendar(
      [
        aCalendarDay({ day: '2026-05-21', state: 'ready', id: idOf(801), title: 'Le marché' }),
        aCalendarDay({ day: '2026-05-22', state: 'draft', id: idOf(802), title: 'À relire' }),
        aCalendarDay({
          day: '2026-05-23',
          state: 'reserve',
          reserve: { id: idOf(803), title: 'En réserve' },
        }),
      ],
      1,
    ),
  });
  // 00:30 in Paris, the previous day in UTC.
  const article = aListedArticle({ status: 'scheduled', visible_from: '2026-05-23T22:30:00.000Z' });
  const news = answer(contract.news.readNews, { status: 200, body: { data: [article], count: 1 } });
  const push = aBroadcast({
    status: 'scheduled',
    schedule_mode: 'at',
    scheduled_at: '2026-05-24T06:00:00.000Z',
  });
  const local = aBroadcast({
    id: idOf(201),
    name: '',
    status: 'sending',
    schedule_mode: 'local',
    scheduled_local: '2026-05-25T10:30',
    // It is already the next day where the recipients are.
    scheduled_at: '2026-05-24T20:30:00.000Z',
  });
  const pushes = answer(contract.broadcasts.readBroadcasts, ({ query }) => {
    const data = { scheduled: [push], sending: [local] }[query['status'] ?? ''] ?? [];
    return { status: 200, body: { data, count: data.length } };
  });
  await open();
  const week = await region('The next 7 days');
  await within(week).findByRole('link', { name: /Le marché/ });
  const days = [...(week.querySelector('ol')?.children ?? [])].map((day) => [
    day.querySelector('p')?.textContent,
    [...day.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    day.textContent?.includes('Message from the reserve'),
  ]);
  expect(days).toEqual([
    ['Today', [], true],
    ['Thu 21 May', [['Daily message: Le marché', `/daily-message/${idOf(801)}`]], false],
    ['Fri 22 May', [['Draft: À relire', `/daily-message/${idOf(802)}`]], true],
    ['Sat 23 May', [['Daily message: En réserve', `/daily-message/${idOf(803)}`]], false],
    [
      'Sun 24 May',
      [
        ['Article: 00:30 The party', `/news/${article.id}`],
        ['Notification: 08:00 Summer party', `/broadcast/${push.id}`],
      ],
      true,
    ],
    ['Mon 25 May', [['Notification: 10:30 Hello', `/broadcast/${local.id}`]], true],
    ['Tue 26 May', [], true],
  ]);
  expect(calls.map(({ query }) => query['month'])).toContain('2026-05');
  expect(news.map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ status: 'scheduled', from: '2026-05-20', to: '2026-05-26' }),
  );
  expect(pushes.map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ status: 'sending', from: '2026-05-19', to: '2026-05-26' }),
  );
});

it('reloads the titles of the week after the language has changed', async () => {
  const answerCalendar = (title: string) =>
    answer(contract.dailyMessages.readCalendar, {
      status: 200,
      body: aCalendar([aCalendarDay({ day: '2026-05-21', state: 'ready', id: ID, title })]),
    });
  answerCalendar('Market');
  const { user } = await open();
  expect(await screen.findByTitle('Market')).toBeVisible();
  const { release } = hold(contract.users.updateUserMe, () => {
    answerCalendar('Marché');
    return { status: 200, body: aSuperuser({ locale: 'fr' }) };
  });
  await user.click(await button('FR, Français'));
  await region('Les 7 prochains jours');
  release();
  expect(await screen.findByTitle('Marché')).toBeVisible();
});

it('shows figures of the period in the URL, each with a link to what it counts', async () => {
  const calls = answer(contract.statistics.readOverview, { status: 200, body: anOverview() });
  const { user, router } = await open();
  const members = await region('Members');
  expect(await within(members).findByRole('link', { name: 'New members: 3' })).toHaveAttribute(
    'href',
    '/members?from=2026-05-19&to=2026-05-20',
  );
  expect(calls.map(({ query }) => query)).toEqual([{ range: '30d' }]);
  await user.click(within(screen.getByRole('radiogroup', { name: 'Period' })).getByText('7 days'));
  await expect.poll(() => calls.at(-1)?.query).toEqual({ range: '7d' });
  expect(router.state.location.search).toBe('?range=7d');

  await user.click(within(members).getByRole('button', { name: 'Show as a table' }));
  const rows = () =>
    within(members)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows()).toEqual([
    ['Days', 'New members', 'Period before'],
    ['19 May', '2', '1'],
    ['20 May (not over yet)', '1', '1'],
  ]);
  const linkUrls = () =>
    within(within(members).getByRole('table'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(linkUrls()).toEqual([
    '/members?from=2026-05-19&to=2026-05-19',
    '/members?from=2026-05-20&to=2026-05-20',
  ]);
  await user.click(within(members).getByText('Active'));
  await waitFor(() => expect(rows()[0]).toEqual(['Days', 'Active members', 'Period before']));
  expect(linkUrls()).toEqual(['/members?active_on=2026-05-19', '/members?active_on=2026-05-20']);
});

it('links to the received and closed conversations of a day, and to the one that has waited longest', async () => {
  answer(contract.statistics.readAnswerTimes, {
    status: 200,
    body: someAnswerTimes({
      median_minutes: 90,
      p90_minutes: 300,
      previous_median_minutes: 60,
      waiting: { count: 1, oldest_at: '2026-05-18T10:00:00.000Z' },
    }),
  });
  const { user } = await open();
  const inbox = await region('Conversations');
  expect(await within(inbox).findByRole('link', { name: /^The oldest one waiting: / })).toHaveAttribute(
    'href',
    '/messages?sort=awaiting_since',
  );
  expect(within(inbox).getByText(/^9 out of 10 answered within 5h\.$/)).toBeVisible();
  expect(within(inbox).getByRole('link', { name: 'Closed: 3' })).toHaveAttribute(
    'href',
    '/messages?tab=closed&closed_from=2026-05-19&closed_to=2026-05-20',
  );
  await user.click(within(inbox).getByRole('button', { name: 'Show as a table' }));
  expect(within(inbox).getByRole('link', { name: /19 May, Received: 2$/ })).toHaveAttribute(
    'href',
    '/messages?tab=all&received_from=2026-05-19&received_to=2026-05-19',
  );
  expect(within(inbox).getByRole('link', { name: /20 May, Closed: 1$/ })).toHaveAttribute(
    'href',
    '/messages?tab=closed&closed_from=2026-05-20&closed_to=2026-05-20',
  );
});

it.each([
  ['en', 'Push notifications', '+0.5', '−5 pts'],
  ['fr', 'Notifications push', '+0,5', '−5 pts'],
] as const)(
  'compares averages and shares with the previous period, in %s',
  async (locale, name, average, share) => {
    const kpi = { value: 4.5, previous: 4, delta: 0.125, series: [] };
    answer(contract.statistics.readOverview, { status: 200, body: anOverview({ average_rating: kpi }) });
    const sent = {
      id: idOf(200),
      titles: { fr: 'Bonjour', en: 'Hello' },
      started_at: '2026-05-05T19:30:00.000Z',
    };
    answer(contract.statistics.readSends, {
      status: 200,
      body: someSends({
        data: [{ ...sent, sent: 20, reached: 20, opened: 5 }],
        count: 1,
        previous: { count: 1, reached: 20, opened: 6 },
      }),
    });
    await open('?view=statistics', locale);
    const sends = await region(name);
    expect(await within(sends).findByText((text) => text.replaceAll('\u00a0', ' ') === share)).toBeVisible();
    expect(await screen.findByText(average)).toBeVisible();
    expect(within(sends).getByRole('link', { name: /: 1$/ })).toHaveAttribute(
      'href',
      '/broadcast?status=sent&from=2026-05-19&to=2026-05-20',
    );
  },
);

it.each([
  [2, 'Not enough notifications yet to find the best hour.'],
  [3, /Tuesday/],
])('names the best hour to send if at least three hours have data: %i', async (count, text) => {
  const hours = Array.from({ length: count }, (_, index) => ({
    weekday: 2 + index,
    hour: 21,
    reached: 4,
    opened: 3 - index,
  }));
  answer(contract.statistics.readSends, { status: 200, body: someSends({ hours }) });
  await open('?view=statistics');
  expect(await within(await region('Push notifications')).findByText(text, { selector: 'p' })).toBeVisible();
});

it('compares a custom range, and explains what is wrong with an invalid one', async () => {
  const calls = answer(contract.statistics.readOverview, { status: 200, body: anOverview() });
  const { user, router } = await open();
  expect(
    await screen.findByText('19 May to 20 May, compared with 17 May to 18 May, until the same hour'),
  ).toBeVisible();
  await user.click(screen.getByText('Custom'));
  expect(router.state.location.search).toBe('?from=2026-05-19&to=2026-05-20');
  await waitFor(async () => expect(await dateField('To')).toBeEnabled());
  await fill(user, await dateField('From'), '2026-05-05');
  await fill(user, await dateField('To'), '2026-05-07');
  await user.tab();
  await expect.poll(() => calls.at(-1)?.query).toEqual({ from: '2026-05-05', to: '2026-05-07' });
  for (const [day, problem] of [
    ['2026-05-04', 'The first day is after the last one.'],
    ['2026-05-21', 'The last day cannot be after today.'],
  ] as const) {
    await fill(user, await dateField('To'), day);
    await user.tab();
    expect(await screen.findByText(problem)).toHaveAttribute('role', 'alert');
  }
  expect(calls.at(-1)?.query).toEqual({ from: '2026-05-05', to: '2026-05-07' });
});

it('shows the first steps until all are done, and which services need attention', async () => {
  const step = (code: 'first_message' | 'first_article' | 'push_provider', is_done = false) => ({
    code,
    is_done,
  });
  const steps = [step('first_message', true), step('first_article'), step('push_provider')];
  answer(contract.dashboard.readSteps, { status: 200, body: { data: steps, count: 3 } });
  answer(contract.dashboard.readHealth, {
    status: 200,
    body: {
      data: [
        { code: 'push', state: 'missing' },
        { code: 'mail', state: 'ok' },
        { code: 'backup', state: 'late', last_at: '2026-05-05T01:30:00Z' },
      ],
      count: 3,
    },
  });
  const page = await open();
  const first = await region('First steps');
  expect(first).toHaveTextContent('1 of 3 done');
  expect(
    within(first)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([['Start: Publish an article', '/news/new']]);
  const services = await region('Services');
  expect(await within(services).findByText('Push notifications: not set up')).toBeVisible();
  expect(within(services).getByText('Emails')).toBeVisible();
  expect(within(services).getByText(/^Backup: late, last on .*May/)).toBeVisible();
  expect(within(services).getByText(/operations guide/)).toBeVisible();
  page.unmount();
});

it('shows the latest changes by everybody or by the user', async () => {
  const calls = answer(contract.auditLogs.readAuditLogs, {
    status: 200,
    body: { data: [anEntry()], count: 1 },
  });
  const { user } = await open('?view=statistics');
  const panel = await region('Recent activity');
  expect(await within(panel).findByRole('list', { name: 'Recent activity' })).toBeVisible();
  await user.click(within(panel).getByText('Me'));
  await expect
    .poll(() => calls.map(({ query }) => query))
    .toEqual([{ limit: '10' }, { limit: '10', actor_id: aSuperuser().id }]);
  expect(within(panel).getByRole('link', { name: 'Open the audit log' })).toHaveAttribute(
    'href',
    '/audit-log',
  );
});

it('reports that the statistics cannot be loaded, shows the rest, and reloads them on request', async () => {
  loseConnection(contract.statistics.readOverview);
  const { user } = await open();
  const trends = await region('Trends');
  const retry = await within(trends).findByRole('button', { name: 'Try again' });
  expect(await tile('Team')).toHaveTextContent('2');
  answer(contract.statistics.readOverview, { status: 200, body: anOverview() });
  await user.click(retry);
  expect(await within(trends).findByText(/ compared with /)).toBeVisible();
});

it('reports that the dashboard cannot be loaded, and reloads it on request', async () => {
  loseConnection(contract.dashboard.readDashboard);
  const { user } = await open();
  const retry = await button('Try again');
  answer(contract.dashboard.readDashboard, { status: 200, body: someFigures() });
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Trends' })).toBeVisible();
});

const { readAppDailyMessage } = contract.appDailyMessages;
const { readAppNewsList } = contract.appNews;

/** Answers what an ordinary user's dashboard reads. */
function answerPersonal() {
  answer(contract.items.readItems, {
    status: 200,
    body: { data: [anItem({ title: 'A notebook' })], count: 2 },
  });
  answer(readAppDailyMessage, {
    status: 200,
    body: {
      day: '2026-05-20',
      id: idOf(500),
      locale: 'fr',
      is_fallback: true,
      title: 'Un jour à la fois',
      body: 'Respirez.\nRecommencez.',
      author: 'Proverbe',
      link: null,
      next_change_at: '2026-05-20T22:00:00.000Z',
    },
  });
  answer(readAppNewsList, { status: 200, body: { data: [], count: 0 } });
}

it('shows an ordinary user their account, their latest items and what is published today', async () => {
  answerPersonal();
  const items = answer(contract.items.readItems, {
    status: 200,
    body: { data: [anItem({ title: 'A notebook' })], count: 2 },
  });
  await openPage('/dashboard', { as: anAccount() });
  expect(await screen.findByText(/^Hello Ada\./)).toBeVisible();
  const own = within(await region('My items'));
  expect(await own.findByText('A notebook')).toBeVisible();
  expect(own.getByText(/^2\sitems$/)).toBeVisible();
  expect(items[0]?.query).toEqual({ limit: '3', sort: '-created_at' });
  expect(screen.getByRole('link', { name: 'See my items' })).toHaveAttribute('href', '/items');
  expect(screen.getByRole('link', { name: 'Open my account' })).toHaveAttribute('href', '/settings');
  const message = within(await region('Message of the day'));
  expect(
    (await message.findByRole('heading', { name: 'Un jour à la fois' })).closest('[lang]'),
  ).toHaveAttribute('lang', 'fr');
  expect(message.getByText('Proverbe')).toBeVisible();
  expect(within(await region('Latest news')).getByText('Nothing has been published yet.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'To do today' })).toBeNull();
});

it.each([
  ['en', 'There is no message today.', 'Message of the day'],
  ['fr', 'Il n’y a pas de message aujourd’hui.', 'Message du jour'],
] as const)('tells an ordinary user in %s that there is no message today', async (locale, text, name) => {
  answerPersonal();
  refuse(readAppDailyMessage, 'no_message');
  await openPage('/dashboard', { as: anAccount(), locale });
  expect(await within(await region(name)).findByText(text)).toBeVisible();
});

it.each([
  ['en', 'The figures are right, but take longer to appear.', '7 days'],
  ['fr', 'Les chiffres sont justes, mais s’affichent plus lentement.', '7 jours'],
] as const)(
  'shows in %s that past days are being recomputed, until they are done',
  async (locale, text, week) => {
    answer(contract.statistics.readOverview, ({ query }) => ({
      status: 200,
      body: { ...anOverview(), is_recomputing: query['range'] !== '7d' },
    }));
    const { user } = await open('', locale);
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
    await user.click(screen.getByText(week));
    await waitFor(() => expect(screen.queryByText(text, { exact: false })).toBeNull());
  },
);
