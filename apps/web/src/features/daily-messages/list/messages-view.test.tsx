import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import {
  aDailyMessage,
  answerCalendar,
  aText,
  openDaily,
  setToday,
} from '../../../../test/daily-messages.ts';
import { expectToast, press } from '../../../../test/screen.ts';

beforeEach(() => setToday());

const MARKET = aDailyMessage();
const SKETCH = aDailyMessage({
  id: idOf(601),
  day: null,
  status: 'draft',
  translations: { fr: aText('', 'Seul\nen français'), en: null },
});
const OVER = aDailyMessage({
  id: idOf(602),
  day: '2031-05-14',
  translations: { fr: null, en: aText('Over') },
});

/** Mocks the list with rows that a test may change. */
function answerList(...rows: ReturnType<typeof aDailyMessage>[]) {
  answerCalendar();
  const calls = answer(contract.dailyMessages.readDailyMessages, () => ({
    status: 200,
    body: { data: rows, count: rows.length },
  }));
  return { rows, calls };
}

const rowOf = (name: string | RegExp) => screen.findByRole('row', { name });
const select = async (user: Awaited<ReturnType<typeof openDaily>>['user'], name: string) =>
  user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));

it('requests the messages with the filters of the address, the latest day first', async () => {
  const { calls } = answerList();
  await openDaily(
    '?view=list&search=market&status=draft&missing=en&place=planned&from=2031-05-01&to=2031-05-31&sort=updated_at',
  );
  await screen.findByText('Nothing matches');
  expect(calls[0]?.query).toEqual({
    search: 'market',
    status: 'draft',
    missing: 'en',
    place: 'planned',
    from: '2031-05-01',
    to: '2031-05-31',
    sort: 'updated_at',
    skip: '0',
    limit: '25',
  });
});

it.each([
  ['list', { sort: '-day' }],
  ['reserve', { place: 'reserve', sort: '-updated_at' }],
  ['trash', { place: 'trash', sort: '-updated_at' }],
])('requests the messages of the view %s', async (view, query) => {
  const { calls } = answerList();
  await openDaily(`?view=${view}`);
  await waitFor(() => expect(calls[0]?.query).toEqual({ ...query, skip: '0', limit: '25' }));
});

it('names a message in the language of its reader, or else by any other text', async () => {
  answerList(MARKET, SKETCH);
  await openDaily('?view=list');
  const market = await rowOf(/The market/);
  expect(within(market).getByRole('link', { name: 'The market' })).toHaveAttribute(
    'href',
    `/daily-message/${MARKET.id}`,
  );
  expect(market).toHaveTextContent(/About The market.*Tue,? 20 May 2031.*Ready.*with French.*with English/);
  expect(await rowOf(/Seul/)).toHaveTextContent(/In reserve.*Draft.*with French.*without English/);
});

it('filters by status and by missing language', async () => {
  const { calls } = answerList(MARKET);
  const { user } = await openDaily('?view=list');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Missing language' }),
    'English missing',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ missing: 'en', status: 'draft' }));
});

it('offers only actions that apply to one of the selected messages', async () => {
  answerList(MARKET, SKETCH);
  const { user } = await openDaily('?view=list');
  await select(user, 'The market');
  expect(screen.queryByRole('button', { name: 'Mark as ready' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Move back to draft' })).toBeVisible();
  await select(user, 'Seul');
  const bulks = answer(contract.dailyMessages.bulkDailyMessages, {
    status: 200,
    body: { count: 2, done: 1, skipped: [] },
  });
  await press(user, 'Mark as ready');
  await expectToast('1 message marked ready.');
  expect(bulks.map(({ body }) => body)).toEqual([{ action: 'ready', ids: [MARKET.id, SKETCH.id] }]);
});

it('restores the messages that were deleted together', async () => {
  answerList(MARKET, SKETCH);
  const { user } = await openDaily('?view=list');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  const report = { status: 200 as const, body: { count: 2, done: 2, skipped: [] } };
  const bulks = answer(contract.dailyMessages.bulkDailyMessages, report);
  await press(user, 'Delete');
  await expectToast('2 messages deleted.');
  await press(user, 'Undo');
  await expectToast('2 messages restored.');
  expect(bulks.map(({ body }) => body)).toEqual([
    { action: 'delete', ids: [MARKET.id, SKETCH.id] },
    { action: 'restore', ids: [MARKET.id, SKETCH.id] },
  ]);
});

it('deletes a message from its row and restores it', async () => {
  const { rows } = answerList(MARKET, SKETCH);
  const deletions = answer(contract.dailyMessages.deleteDailyMessage, () => {
    rows.shift();
    return { status: 200, body: { message: 'Deleted' } };
  });
  const { user } = await openDaily('?view=list');
  await press(user, 'Delete The market');
  await expectToast('1 message deleted.');
  await waitFor(() => expect(screen.queryByRole('row', { name: /The market/ })).toBeNull());
  expect(deletions.map(({ params }) => params)).toEqual([{ id: MARKET.id }]);
  const restores = answer(contract.dailyMessages.restoreDailyMessage, () => {
    rows.unshift(MARKET);
    return { status: 200, body: MARKET };
  });
  await press(user, 'Undo');
  expect(await rowOf(/The market/)).toBeVisible();
  expect(restores.map(({ params }) => params)).toEqual([{ id: MARKET.id }]);
});

it('neither moves nor deletes a message of a past day', async () => {
  answerList(OVER, MARKET);
  await openDaily('?view=list');
  const over = within(await rowOf(/Over/));
  expect(over.getAllByRole('button').map((found) => found.getAttribute('aria-label'))).toEqual([
    'Duplicate Over',
  ]);
  const market = within(await rowOf(/The market/));
  expect(market.getAllByRole('button').map((found) => found.getAttribute('aria-label'))).toEqual([
    'Move The market',
    'Duplicate The market',
    'Delete The market',
  ]);
});

it('copies a message only to a free day', async () => {
  answerList(MARKET);
  const { user } = await openDaily('?view=list');
  await press(user, 'Duplicate The market');
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate “The market”' }));
  const day = dialog.getByRole('textbox', { name: 'Day' });
  await user.click(day);
  await user.paste('2031-05-20');
  expect(await dialog.findByText('Tuesday, 20 May 2031 has “The market” already.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Duplicate' })).toBeDisabled();
  expect(dialog.queryByRole('radio', { name: /^Swap/ })).toBeNull();
});

it('restores from the trash, where messages cannot be opened', async () => {
  answerList({ ...MARKET, deleted_at: '2031-05-14T10:00:00.000Z' });
  const restores = answer(contract.dailyMessages.restoreDailyMessage, { status: 200, body: MARKET });
  const { user } = await openDaily('?view=trash');
  const row = within(await rowOf(/The market/));
  expect(row.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  await press(user, 'Restore The market');
  await expectToast('The message is back on Tuesday, 20 May 2031.');
  expect(restores.map(({ params, query }) => [params, query])).toEqual([[{ id: MARKET.id }, { to: 'day' }]]);
});

it('shows what members read on each day and its source', async () => {
  answer(contract.dailyMessages.readDailyMessageIssues, {
    status: 200,
    body: {
      data: [
        {
          day: '2031-05-14',
          message_id: idOf(602),
          is_deleted: false,
          source: 'reserve',
          translations: { fr: { ...aText('Vieux'), author: 'L’équipe' }, en: null },
          link: null,
          first_served_at: '2031-05-14T06:00:00.000Z',
        },
        {
          day: '2031-05-13',
          message_id: idOf(603),
          is_deleted: true,
          source: 'planned',
          translations: { fr: aText('Effacé'), en: aText('Erased') },
          link: null,
          first_served_at: '2031-05-13T06:00:00.000Z',
        },
      ],
      count: 2,
    },
  });
  await openDaily('?view=history');
  const [spare, erased] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole(
    'listitem',
  );
  expect(spare).toHaveTextContent(/14 May 2031.*Vieux.*L’équipe/);
  expect(within(spare as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    `/daily-message/${idOf(602)}`,
  );
  expect(within(spare as HTMLElement).getByText(/reserve/i)).toBeVisible();
  expect(erased).toHaveTextContent(/Effacé.*Erased/);
  expect(within(erased as HTMLElement).queryByRole('link')).toBeNull();
});

it('shows above the reserve how far it reaches', async () => {
  answerList(SKETCH);
  const { reserve } = answerCalendar();
  Object.assign(reserve, { count: 1, covers_until: '2031-05-16' });
  await openDaily('?view=reserve');
  expect(await screen.findByText(/^1 in reserve: enough for 1 day without a message/)).toBeVisible();
  expect(await rowOf(/Seul/)).toHaveTextContent('Never');
});
