import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import {
  aCalendarDay,
  aDailyMessage,
  answerCalendar,
  answerDailyMessage,
  aPlannedDay,
  openDaily,
  setToday,
} from '../../../test/daily-messages.ts';
import { button, expectNothingRefused } from '../../../test/screen.ts';

beforeEach(() => setToday());

const READER = aColleague(['daily_messages.read']);
const WRITER = aColleague(['daily_messages.read', 'daily_messages.write']);
const WRITING = ['Fill the gaps', 'Import'];

const dayIn = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`);
const answerList = (...data: ReturnType<typeof aDailyMessage>[]) =>
  answer(contract.dailyMessages.readDailyMessages, { status: 200, body: { data, count: data.length } });

it('shows the calendar to those who only read, without moving or adding messages', async () => {
  answerCalendar(
    aPlannedDay('2031-05-16', 'Written'),
    aCalendarDay({
      day: '2031-05-17',
      state: 'reserve',
      id: idOf(650),
      title: 'Kept',
      locales: ['fr', 'en'],
    }),
  );
  const { user } = await openDaily('', { as: READER });
  await waitFor(() =>
    expect(screen.getByRole('grid', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false'),
  );
  expect(dayIn('2031-05-16')).toHaveAttribute('href', `/daily-message/${idOf(616)}`);
  expect(dayIn('2031-05-16')).toHaveAttribute('draggable', 'false');
  expect(dayIn('2031-05-17')?.tagName).toBe('BUTTON');
  expect(dayIn('2031-05-20')).toHaveAttribute('aria-disabled', 'true');
  expect(dayIn('2031-05-20')?.querySelector('.tabler-icon-plus')).toBeNull();
  dayIn('2031-05-16')?.focus();
  await user.keyboard('m');
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const name of WRITING) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New message' })).toBeNull();
  expect(screen.queryByText(/M: move/)).toBeNull();
  await expectNothingRefused();
});

it.each([
  ['list', true],
  ['reserve', true],
  ['trash', false],
] as const)('shows the %s to those who only read, without actions', async (view, isExported) => {
  answerCalendar();
  answerList(aDailyMessage(view === 'trash' ? { deleted_at: '2031-05-14T10:00:00.000Z' } : {}));
  const { user } = await openDaily(`?view=${view}`, { as: READER });
  const row = within(await screen.findByRole('row', { name: /The market/ }));
  expect(row.queryByRole('button')).toBeNull();
  expect(row.queryAllByRole('checkbox')).toHaveLength(isExported ? 1 : 0);
  if (isExported) {
    await user.click(row.getByRole('checkbox'));
    expect(await screen.findByText('1 selected')).toBeVisible();
  }
  for (const name of ['Mark as ready', 'Move back to draft', 'Delete', 'Restore'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await expectNothingRefused();
});

it('shows a message to those who only read, without a form', async () => {
  answerCalendar();
  answer(contract.dailyMessages.readDailyMessage, {
    status: 200,
    body: aDailyMessage({ link: 'https://example.com/more' }),
  });
  await openDaily(`/${idOf(600)}`, { as: READER });
  expect(await screen.findAllByText('About The market')).not.toEqual([]);
  expect(screen.getAllByText('About Le marché')).not.toEqual([]);
  expect(screen.getByRole('link', { name: 'https://example.com/more' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  for (const name of ['Save', 'Move…', 'Duplicate…', 'Delete'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'History' })).toBeNull();
  await expectNothingRefused();
});

it('links those who only read to neighbouring days that have a message', async () => {
  answerCalendar(aPlannedDay('2031-05-19', 'Before'));
  answer(contract.dailyMessages.readDailyMessage, { status: 200, body: aDailyMessage() });
  await openDaily(`/${idOf(600)}`, { as: READER });
  expect(await screen.findByRole('link', { name: 'Previous day' })).toHaveAttribute(
    'href',
    `/daily-message/${idOf(619)}`,
  );
  expect(screen.getByRole('button', { name: 'Next day' })).toBeDisabled();
});

it.each([
  ['who writes', WRITER, false],
  ['who is a superuser', aSuperuser(), true],
])('gives the form to somebody %s', async (_, as, hasHistory) => {
  answerDailyMessage();
  await openDaily(`/${idOf(600)}`, { as });
  for (const name of ['Save', 'Move…', 'Duplicate…', 'Delete']) expect(await button(name)).toBeVisible();
  expect(screen.queryAllByRole('heading', { name: 'History' })).toHaveLength(hasHistory ? 1 : 0);
  await expectNothingRefused();
});

it('gives every action of the calendar to somebody who writes', async () => {
  answerCalendar(aPlannedDay('2031-05-16', 'Written'));
  await openDaily('', { as: WRITER });
  for (const name of WRITING) expect(await button(name)).toBeVisible();
  await waitFor(() => expect(dayIn('2031-05-16')).toHaveAttribute('draggable', 'true'));
  expect(dayIn('2031-05-20')).toHaveAttribute('href', '/daily-message/new?day=2031-05-20');
});
