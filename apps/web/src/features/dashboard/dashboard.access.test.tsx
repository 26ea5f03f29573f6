import { BUILT_IN_ROLES, type Permission } from '@agora/contract/shared/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { answerDashboard, someFigures, someSends } from '../../../test/dashboard.ts';
import { openPage } from '../../../test/render.tsx';
import { button, refusedReads } from '../../../test/screen.ts';

beforeEach(answerDashboard);

const NOTHING = { members: null, admins: null, messages_awaiting: null, new_members: null } as const;

async function open(permissions: readonly Permission[], figures: object = {}, search = '') {
  answer(contract.dashboard.readDashboard, {
    status: 200,
    body: someFigures({ ...NOTHING, daily_messages: null, ...figures }),
  });
  const page = await openPage(`/dashboard${search}`, { as: aColleague(permissions) });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await waitFor(() => expect(document.querySelector('main [data-visible]')).toBeNull());
  return page;
}

const main = () => within(screen.getByRole('main'));
const headings = () =>
  main()
    .queryAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
const links = () =>
  main()
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

const MISSING = { missing: 3, first_missing: '2026-05-21', last_missing: '2026-05-23', reserve: 0 };

it('shows an analyst the figures, without links to lists that they may not open, or work', async () => {
  await open(
    BUILT_IN_ROLES.analyst,
    { members: 1234, new_members: { count: 5, previous: 4, from: '2026-05-14' }, daily_messages: MISSING },
    '?range=7d',
  );
  expect(headings()).toEqual(['Today', 'The next 7 days', 'Trends']);
  expect(await main().findByText('1,234')).toBeVisible();
  expect(await main().findByText('3.5')).toBeVisible();
  expect(main().queryByText('Conversations awaiting reply')).toBeNull();
  expect(main().queryByRole('link', { name: /Write|Plan/ })).toBeNull();
  expect(links().filter((to) => /^.(members|messages|rates|admin)/.test(to ?? ''))).toEqual([]);
  expect(links()).toContain('/broadcast');
  expect(refusedReads()).toEqual([]);
});

it('shows an editor the work of the day and the week, and none of the inbox', async () => {
  await open(BUILT_IN_ROLES.editor, { daily_messages: MISSING });
  expect(headings()).toEqual(['To do today', 'The next 7 days']);
  expect(await main().findByText(/^3\sdays without a message$/)).toBeVisible();
  expect(main().getByText('Last push notification')).toBeVisible();
  expect(main().queryByText('Ratings')).toBeNull();
  expect(refusedReads()).toEqual([]);
});

it('shows a moderator the inbox and ratings with links to them, and no statistics', async () => {
  await open(BUILT_IN_ROLES.moderator, { messages_awaiting: 2, members: 7 });
  expect(headings()).toEqual(['To do today']);
  expect(links()).toEqual(expect.arrayContaining(['/messages', '/rates?target_type=app', '/members']));
  expect(main().queryByRole('link', { name: 'Statistics' })).toBeNull();
  expect(refusedReads()).toEqual([]);
});

it('shows the statistics of pushes and articles to those who may read only those', async () => {
  answer(contract.statistics.readSends, {
    status: 200,
    body: someSends({
      count: 1,
      data: [
        {
          id: idOf(200),
          titles: { fr: 'Fête', en: 'Party' },
          started_at: '2026-05-20T08:00:00.000Z',
          sent: 4,
          reached: 4,
          opened: 2,
        },
      ],
    }),
  });
  const { user } = await open(['broadcasts.read'], {}, '?view=statistics');
  expect(await main().findByRole('heading', { name: 'Push notifications' })).toBeVisible();
  expect(main().queryByRole('heading', { name: 'Members' })).toBeNull();
  expect(main().queryByRole('heading', { name: 'Latest activity' })).toBeNull();
  await user.click(await button('Show as a table'));
  expect(await main().findByRole('link', { name: /^Party/ })).toHaveAttribute(
    'href',
    `/broadcast/${idOf(200)}`,
  );
  expect(refusedReads()).toEqual([]);
});

it('names pushes without links for those who may read statistics only', async () => {
  answer(contract.statistics.readSends, {
    status: 200,
    body: someSends({
      count: 1,
      data: [
        {
          id: idOf(200),
          titles: { fr: 'Fête', en: 'Party' },
          started_at: '2026-05-20T08:00:00.000Z',
          sent: 4,
          reached: 4,
          opened: 2,
        },
      ],
    }),
  });
  await open(['statistics.read'], {}, '?view=statistics');
  expect(await main().findByRole('heading', { name: 'Members' })).toBeVisible();
  for (const show of await screen.findAllByRole('button', { name: 'Show as a table' })) show.click();
  expect(await main().findByText(/^Party/)).toBeVisible();
  expect(links().filter((to) => !to?.startsWith('/dashboard'))).toEqual([]);
  expect(refusedReads()).toEqual([]);
});

it('shows their own page to colleagues of whose work the dashboard says nothing', async () => {
  answer(contract.items.readItems, { status: 200, body: { data: [], count: 0 } });
  await open(['items.read']);
  expect(await main().findByRole('heading', { name: 'My items' })).toBeVisible();
  expect(refusedReads()).toEqual([]);
});

it('shows everything to a superuser, with health and setup steps', async () => {
  answer(contract.dashboard.readSteps, {
    status: 200,
    body: { data: [{ code: 'second_admin', is_done: false }], count: 1 },
  });
  await openPage('/dashboard', { as: aSuperuser() });
  expect(await main().findByRole('region', { name: 'Services' })).toBeInTheDocument();
  expect(headings()).toEqual(['First steps', 'To do today', 'The next 7 days', 'Trends']);
  expect(main().getByRole('link', { name: 'Statistics' })).toBeVisible();
});
