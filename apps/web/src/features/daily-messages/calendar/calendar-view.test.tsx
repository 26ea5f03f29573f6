import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, refuse } from '../../../../test/api.ts';
import {
  aCalendarDay,
  aDailyMessage,
  answerCalendar,
  aPlannedDay,
  openDaily,
  setToday,
  TODAY,
} from '../../../../test/daily-messages.ts';
import { button, dateField, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

beforeEach(() => setToday());

const dayIn = (day: string) =>
  document.querySelector<HTMLElement>(`a[data-day="${day}"], [data-day="${day}"]`);
const cell = async (day: string): Promise<HTMLElement> => {
  await waitFor(() =>
    expect(screen.getByRole('grid', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false'),
  );
  return dayIn(day) as HTMLElement;
};
const focusedDay = () => (document.activeElement as HTMLElement | null)?.dataset['day'];
const legend = () => screen.getByRole('list', { name: 'Days by state' });

/** Mocks the messages of any day. */
const answerOccupant = (...found: ReturnType<typeof aDailyMessage>[]) =>
  answer(contract.dailyMessages.readDailyMessages, {
    status: 200,
    body: { data: found, count: found.length },
  });

it('shows the state of each day, and counts the days by state', async () => {
  const { calls } = answerCalendar(
    aPlannedDay('2031-05-16', 'Written'),
    aPlannedDay('2031-05-17', 'Half', { locales: ['fr'] }),
    aPlannedDay('2031-05-18', 'Sketch', { state: 'draft' }),
    aCalendarDay({ day: '2031-05-19', state: 'reserve', title: 'Spare', locales: ['fr', 'en'] }),
  );
  await openDaily('?month=2031-05');
  expect(await cell('2031-05-16')).toHaveTextContent(
    /^Friday, 16 May 2031, .*Ready ?Written.*with French.*with English/,
  );
  expect(dayIn('2031-05-17')).toHaveTextContent(/No English ?Half.*with French.*without English/);
  expect(dayIn('2031-05-18')).toHaveTextContent(/Draft ?Sketch/);
  expect(dayIn('2031-05-19')).toHaveTextContent(/Reserve ?Spare/);
  expect(dayIn('2031-05-20')).toHaveTextContent(/Gap/);
  expect(dayIn('2031-05-14')).toHaveTextContent(/Nothing shown/);
  // The 14 past days cannot be filled: 13 of the 17 coming days are gaps.
  expect(legend()).toHaveTextContent('Ready1Translation missing1Draft1Reserve1Gap13');
  expect(dayIn(TODAY)).toHaveAttribute('aria-current', 'date');
  expect(new Set(calls.map(({ query }) => query['month']))).toEqual(new Set(['2031-05']));
});

it('shows the French names to a reader of French', async () => {
  answerCalendar(aPlannedDay('2031-05-17', 'Moitié', { locales: ['fr'] }));
  await openDaily('', { locale: 'fr' });
  await waitFor(() =>
    expect(dayIn('2031-05-17')).toHaveTextContent(/^Samedi 17 mai 2031, .*Sans EN ?Moitié/),
  );
});

it.each(['', '?month=2026-13'])('shows the current week and the three that follow for %j', async (search) => {
  const { calls } = answerCalendar(aPlannedDay('2031-06-08', 'June'));
  await openDaily(search);
  expect(await cell('2031-06-08')).toHaveTextContent('June');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('12 May – 8 June');
  expect(dayIn('2031-05-12')).not.toBeNull();
  expect(dayIn('2031-05-11')).toBeNull();
  expect(dayIn('2031-06-09')).toBeNull();
  expect(new Set(calls.map(({ query }) => query['month']))).toEqual(new Set(['2031-05', '2031-06']));
});

it('moves from the weeks to the months around them, and back', async () => {
  answerCalendar();
  const { user } = await openDaily();
  await user.click(screen.getByRole('link', { name: 'Next month' }));
  expect(await screen.findByRole('heading', { name: 'June 2031' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Previous month' }));
  expect(await screen.findByRole('heading', { name: 'May 2031' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Today' }));
  expect(await screen.findByRole('heading', { name: /^12 May.–.8 June$/ })).toBeVisible();
});

it('shows the days of a period across two months', async () => {
  const { calls } = answerCalendar(aPlannedDay('2031-06-01', 'June'));
  await openDaily('?from=2031-05-30&to=2031-06-02');
  expect(await cell('2031-06-01')).toHaveTextContent('June');
  expect(dayIn('2031-05-29')).toBeNull();
  expect(dayIn('2031-06-03')).toBeNull();
  expect(new Set(calls.map(({ query }) => query['month']))).toEqual(new Set(['2031-05', '2031-06']));
});

it('shows that no message of the reserve is ready', async () => {
  answerCalendar();
  await openDaily();
  expect(
    await screen.findByText('No message of the reserve is ready: on a gap, the app shows nothing.'),
  ).toBeVisible();
});

it('links to the reserve that covers the gaps', async () => {
  const { reserve } = answerCalendar();
  Object.assign(reserve, { count: 2, covers_until: '2031-05-17' });
  await openDaily();
  expect(await screen.findByRole('link', { name: '2 in reserve:' })).toHaveAttribute(
    'href',
    '/daily-message?view=reserve',
  );
  expect(
    screen.getByText(/enough for 2 days without a message, until Saturday, 17 May 2031\./),
  ).toBeVisible();
});

it('moves between days and months by keyboard, and opens the day', async () => {
  answerCalendar();
  const { user, router } = await openDaily();
  (await cell(TODAY)).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(focusedDay()).toBe('2031-05-23');
  await user.keyboard('{Home}');
  expect(focusedDay()).toBe('2031-05-19');
  await user.keyboard('{End}{ArrowUp}{ArrowLeft}');
  expect(focusedDay()).toBe('2031-05-17');
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(focusedDay()).toBe('2031-06-17'));
  expect(router.state.location.search).toBe('?month=2031-06');
  // The second key is pressed before the page shows the month requested by the first.
  await user.keyboard('{PageUp}{PageDown}');
  await waitFor(() => expect(focusedDay()).toBe('2031-06-17'));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/daily-message/new',
      search: '?day=2031-06-17',
    }),
  );
});

it('moves to the last day of a shorter month', async () => {
  answerCalendar();
  const { user } = await openDaily('?month=2031-05');
  (await cell('2031-05-31')).focus();
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(focusedDay()).toBe('2031-06-30'));
});

it('opens the message of a day, including one shown from the reserve', async () => {
  answerCalendar(
    aPlannedDay('2031-05-16', 'Written'),
    aPlannedDay('2031-05-14', 'Shown', { state: 'reserve', version: null }),
    aPlannedDay('2031-05-18', 'Spare', { state: 'reserve', version: null }),
  );
  await openDaily('?month=2031-05');
  expect(await cell('2031-05-16')).toHaveAttribute('href', `/daily-message/${idOf(616)}`);
  expect(dayIn('2031-05-14')).toHaveAttribute('href', `/daily-message/${idOf(614)}`);
  expect(dayIn('2031-05-18')).toHaveAttribute('href', '/daily-message/new?day=2031-05-18');
  expect(dayIn('2031-05-13')).toHaveAttribute('aria-disabled', 'true');
});

it('swaps two messages by keyboard, and undoes it', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First', { version: 3 }), aPlannedDay('2031-05-22', 'Second'));
  answerOccupant(
    aDailyMessage({
      id: idOf(622),
      day: '2031-05-22',
      translations: { fr: null, en: { title: 'Second', body: 'x', author: '' } },
    }),
  );
  const moves = answer(contract.dailyMessages.moveDailyMessage, ({ body }) => ({
    status: 200,
    body: aDailyMessage({ id: idOf(620), day: (body as { day: string }).day, version: 4 }),
  }));
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “First”' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Day' }), '2031-05-22');
  expect(await dialog.findByText('Thursday, 22 May 2031 has “Second” already.')).toBeVisible();
  expect(dialog.getByText('“Second” takes this message’s place, Tuesday, 20 May 2031.')).toBeVisible();
  await press(user, 'Move');
  await expectToast('Moved to Thursday, 22 May 2031.');
  await press(user, 'Undo');
  await waitFor(() => expect(moves).toHaveLength(2));
  expect(moves.map(({ params, body }) => [params, body])).toEqual([
    [{ id: idOf(620) }, { day: '2031-05-22', on_conflict: 'swap', version: 3 }],
    [{ id: idOf(620) }, { day: '2031-05-20', on_conflict: 'swap', version: 4 }],
  ]);
});

it('shifts the following messages, without an undo', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'));
  answerOccupant(aDailyMessage({ id: idOf(622), day: '2031-05-22' }));
  const moves = answer(contract.dailyMessages.moveDailyMessage, {
    status: 200,
    body: aDailyMessage({ version: 2 }),
  });
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  await fill(user, await dateField('Day'), '2031-05-22');
  await user.click(await screen.findByRole('radio', { name: /^Shift what follows/ }));
  await press(user, 'Move');
  await expectToast('Moved to Thursday, 22 May 2031.');
  expect(moves[0]?.body).toEqual({ day: '2031-05-22', on_conflict: 'shift', version: 1 });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('moves a message into the reserve', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'));
  const moves = answer(contract.dailyMessages.moveDailyMessage, {
    status: 200,
    body: aDailyMessage({ day: null }),
  });
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  await user.click(await screen.findByRole('radio', { name: 'In reserve' }));
  await press(user, 'Move');
  await waitFor(() => expect(moves[0]?.body).toEqual({ day: null, on_conflict: 'refuse', version: 1 }));
});

it('does not move a message that another user has changed, until it is moved again', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'));
  answerOccupant();
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  await fill(user, await dateField('Day'), '2031-05-21');
  expect(await screen.findByText('Wednesday, 21 May 2031 is free.')).toBeVisible();
  refuse(contract.dailyMessages.moveDailyMessage, 'version_conflict');
  await press(user, 'Move');
  await expectToast('Somebody else has just saved a change: check it, then try again.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not move a message to a past day, in the dialog and by keyboard', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'), aPlannedDay('2031-05-14', 'Over'));
  answerOccupant();
  const { user } = await openDaily();
  (await cell('2031-05-14')).focus();
  await user.keyboard('m');
  expect(screen.queryByRole('dialog')).toBeNull();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  const day = await dateField('Day');
  await fill(user, day, '2031-05-14');
  await user.tab();
  await user.tab();
  await expectProblem(day, 'This day is over: choose another');
  await fill(user, day, TODAY);
  await waitFor(() => expect(day).toBeValid());
});

it('shows at the day that it can’t be planned yet', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'));
  answerOccupant();
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  const day = await dateField('Day');
  await fill(user, day, '2199-01-01');
  await user.tab();
  await user.tab();
  answer(contract.dailyMessages.moveDailyMessage, {
    status: 422,
    body: {
      code: 'validation_error',
      request_id: 'test',
      detail: [{ type: 'date_too_late', loc: ['body', 'day'], msg: 'Too late', input: null }],
    },
  });
  await press(user, 'Move');
  await waitFor(() => expect(day).toBeInvalid());
});

it('does not move to a day whose message could not be loaded, and allows a retry', async () => {
  answerCalendar(aPlannedDay('2031-05-20', 'First'));
  answerUnchecked(contract.dailyMessages.readDailyMessages, () =>
    Response.json({ code: 'not_found' }, { status: 404 }),
  );
  const { user } = await openDaily();
  (await cell('2031-05-20')).focus();
  await user.keyboard('m');
  await fill(user, await dateField('Day'), '2031-05-21');
  await button('Try again');
  expect(await button('Move')).toBeDisabled();
  answerOccupant();
  await press(user, 'Try again');
  await waitFor(async () => expect(await button('Move')).toBeEnabled());
});

it('fills the gaps of the month from today, and shows how many days are still empty', async () => {
  answerCalendar();
  const fills = answer(contract.dailyMessages.fillFromReserve, {
    status: 200,
    body: { filled: 2, empty: 1 },
  });
  const { user } = await openDaily('?month=2031-05');
  await press(user, 'Fill the gaps');
  const to = await dateField('To');
  expect(await dateField('From')).toHaveValue('15 May 2031');
  expect(to).toHaveValue('31 May 2031');
  await fill(user, to, '2031-05-14');
  await press(user, 'Fill');
  await expectProblem(to, /This day is over|The end comes before/);
  await fill(user, await dateField('From'), '2031-05-20');
  await fill(user, to, '2031-05-19');
  await press(user, 'Fill');
  await expectProblem(to, 'The end comes before the beginning');
  expect(fills).toEqual([]);
  await fill(user, to, '2031-05-22');
  await press(user, 'Fill');
  await expectToast('2 days filled, 1 day still empty: the reserve is used up.');
  expect(fills[0]?.body).toEqual({ from: '2031-05-20', to: '2031-05-22' });
});

it.each([
  [{ filled: 0, empty: 1 }, 'No message of the reserve is ready: 1 day still empty.'],
  [{ filled: 0, empty: 0 }, 'No day of this period is empty.'],
  [{ filled: 1, empty: 0 }, '1 day filled.'],
])('shows what was filled: %j', async (body, words) => {
  answerCalendar();
  answer(contract.dailyMessages.fillFromReserve, { status: 200, body });
  const { user } = await openDaily();
  await press(user, 'Fill the gaps');
  // Without a month in the address, the next 30 days.
  expect(await dateField('To')).toHaveValue('14 Jun 2031');
  await press(user, 'Fill');
  await expectToast(words);
});

it('uses the day of the organisation, wherever the reader is', async () => {
  // In Kiritimati it is already the 16th.
  answerCalendar();
  await openDaily('', {
    as: aSuperuser(),
    preferences: { time_zone: 'Pacific/Kiritimati', organization_time_zone: 'Etc/GMT+12' },
  });
  expect(await cell(TODAY)).toHaveAttribute('aria-current', 'date');
  expect(dayIn(TODAY)).toHaveAttribute('href', `/daily-message/new?day=${TODAY}`);
});

it('previews today in the time zone of the organisation, and the days around it', async () => {
  answerCalendar();
  const previews = answer(contract.dailyMessages.previewDailyMessage, ({ query }) => ({
    status: 200,
    body: {
      id: idOf(600),
      day: query['day'] ?? '',
      locale: query['locale'] === 'fr' ? ('fr' as const) : ('en' as const),
      is_fallback: false,
      title: `Title in ${query['locale']}`,
      body: 'Body',
      author: '',
      link: null,
      next_change_at: '2031-05-16T22:00:00.000Z',
    },
  }));
  const { user } = await openDaily('', {
    preferences: { time_zone: 'Pacific/Kiritimati', organization_time_zone: 'Etc/GMT+12' },
  });
  await press(user, 'Preview');
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview in the app' }));
  expect(dialog.getByText('Thursday, 15 May 2031')).toHaveRole('status');
  expect(await dialog.findByText('Title in fr')).toBeVisible();
  expect(await dialog.findByText('Title in en')).toBeVisible();
  await press(user, 'The day after');
  await waitFor(() =>
    expect(previews.slice(-2).map(({ query }) => query)).toEqual([
      { day: '2031-05-16', locale: 'en' },
      { day: '2031-05-16', locale: 'fr' },
    ]),
  );
});
