import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import {
  aCalendarDay,
  aDailyMessage,
  answerCalendar,
  answerDailyMessage,
  aPlannedDay,
  openDaily,
  setToday,
} from '../../../../test/daily-messages.ts';
import { button, dateField, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

beforeEach(() => setToday());

const inLanguage = async (name: string) => within(await screen.findByRole('region', { name }));
const titleIn = async (name: string) => (await inLanguage(name)).getByLabelText('Title');
const bodyIn = async (name: string) => (await inLanguage(name)).getByLabelText('Message');

/** Mocks the creation and the page of the created message. */
function answerCreation() {
  const { state } = answerDailyMessage();
  const creations = answer(contract.dailyMessages.createDailyMessage, ({ body }) => {
    state.message = aDailyMessage({ ...(body as object) });
    return { status: 200, body: state.message };
  });
  return { state, creations };
}

it('creates a draft for the day in the address, and opens it', async () => {
  const { creations } = answerCreation();
  const { user, router } = await openDaily('/new?day=2031-05-20');
  expect(await dateField('Day')).toHaveValue('20 May 2031');
  await fill(user, await titleIn('French'), ' Le marché ');
  await fill(user, await bodyIn('French'), 'Demain');
  await fill(user, (await inLanguage('French')).getByLabelText('Author or source'), 'L’équipe');
  await fill(user, await bodyIn('English'), 'Tomorrow');
  await fill(user, screen.getByLabelText('Link'), ' https://example.org/ ');
  await user.click(screen.getByRole('radio', { name: 'Show nothing' }));
  await press(user, 'Create as a draft');
  await expectToast('The message of Tuesday, 20 May 2031 is a draft: members don’t see it.');
  expect(creations.map(({ body }) => body)).toEqual([
    {
      day: '2031-05-20',
      status: 'draft',
      translations: {
        fr: { title: 'Le marché', body: 'Demain', author: 'L’équipe' },
        en: { title: '', body: 'Tomorrow', author: '' },
      },
      link: 'https://example.org/',
      missing_locale: 'hide',
    },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/daily-message/${idOf(600)}`));
});

it.each(['5', '31/02/2031', '20 May 203', 'tomorrow', '2031-13-01'])(
  'shows the page for the day %s, and validates it once the field is left',
  async (typed) => {
    answerCreation();
    const { user } = await openDaily('/new?day=2031-05-20');
    const day = await dateField('Day');
    await user.clear(day);
    await user.type(day, typed);
    expect(day).toHaveValue(typed);
    expect(screen.queryByText('This page can’t be shown')).toBeNull();
    await user.tab();
    await user.click(await titleIn('French'));
    await expectProblem(await dateField('Day'), /Day/);
  },
);

it('creates a message without a day in the reserve', async () => {
  const { creations } = answerCreation();
  const { user } = await openDaily('/new');
  await fill(user, await bodyIn('French'), 'Demain');
  await user.click(screen.getByRole('radio', { name: 'Ready' }));
  expect(screen.getByText('It may fill a gap.')).toBeVisible();
  await press(user, 'Create, ready');
  await expectToast('The message is in the reserve.');
  expect(creations[0]?.body).toMatchObject({ day: null, status: 'ready' });
});

it('starts in the first field', async () => {
  answerCreation();
  await openDaily('/new');
  await waitFor(async () => expect(await titleIn('French')).toHaveFocus());
});

it('opens the next empty day with the same status and authors, scrolled to the top', async () => {
  const { creations } = answerCreation();
  answerCalendar(
    aPlannedDay('2031-05-20', 'Earlier'),
    aPlannedDay('2031-05-21', 'Sketch', { state: 'draft' }),
    aCalendarDay({ day: '2031-05-22', state: 'reserve', title: 'Spare' }),
  );
  const scroll = vi.spyOn(window, 'scrollTo');
  const { user, router } = await openDaily('/new?day=2031-05-19');
  await fill(user, await bodyIn('French'), 'The first');
  await fill(user, (await inLanguage('French')).getByLabelText('Author or source'), 'L’équipe');
  await fill(user, (await inLanguage('English')).getByLabelText('Author or source'), 'The team');
  await user.click(screen.getByRole('radio', { name: 'Ready' }));
  await press(user, 'Create and go to the next empty day');
  await expectToast('The message of Monday, 19 May 2031 is ready.');
  await waitFor(() => expect(router.state.location.search).toBe('?day=2031-05-22'));
  await waitFor(async () => expect(await titleIn('French')).toHaveFocus());
  expect(scroll).toHaveBeenCalledWith(0, 0);
  expect(await bodyIn('French')).toHaveValue('');
  expect((await inLanguage('French')).getByLabelText('Author or source')).toHaveValue('L’équipe');
  expect((await inLanguage('English')).getByLabelText('Author or source')).toHaveValue('The team');
  expect(screen.getByRole('radio', { name: 'Ready' })).toBeChecked();
  expect(creations).toHaveLength(1);
});

it('opens a day of the next month when the rest of this month is planned', async () => {
  answerCreation();
  answerCalendar(aPlannedDay('2031-06-01', 'Earlier'));
  const { user, router } = await openDaily('/new?day=2031-05-31');
  await fill(user, await bodyIn('French'), 'The last');
  await press(user, 'Create and go to the next empty day');
  await waitFor(() => expect(router.state.location.search).toBe('?day=2031-06-02'));
});

it('opens the message that Enter in its title has created', async () => {
  answerCreation();
  const { user, router } = await openDaily('/new?day=2031-05-20');
  await button('Create and go to the next empty day');
  await fill(user, await titleIn('French'), 'Le marché');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/daily-message/${idOf(600)}`));
});

it('does not continue with the next day if the message is invalid', async () => {
  const { creations } = answerCreation();
  const { user, router } = await openDaily('/new?day=2031-05-20');
  await user.click(await screen.findByRole('radio', { name: 'Ready' }));
  await press(user, 'Create and go to the next empty day');
  const body = await bodyIn('French');
  await expectProblem(body, /Add the French text to mark it as ready/);
  await fill(user, body, 'Demain');
  await user.click(await button('Create, ready'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/daily-message/${idOf(600)}`));
  expect(creations).toHaveLength(1);
});

it.each([
  ['Title', 120],
  ['Message', 1000],
  ['Author or source', 120],
])('limits %s to %d characters', async (label, max) => {
  const { creations } = answerCreation();
  const { user } = await openDaily('/new');
  const field = (await inLanguage('English')).getByLabelText(label);
  await fill(user, field, 'é'.repeat(max + 1));
  await press(user, 'Create as a draft');
  await expectProblem(field, RegExp(`At most ${max.toLocaleString('en')}.characters`));
  expect(creations).toEqual([]);
  await fill(user, field, 'é'.repeat(max));
  await press(user, 'Create as a draft');
  await waitFor(() => expect(creations).toHaveLength(1));
});

it.each([
  ['http://example.com', false],
  ['example.com', false],
  ['https://name@example.com', false],
  ['https://example.com/path', true],
])('accepts only complete https links: %s', async (link, isFine) => {
  const { creations } = answerCreation();
  const { user } = await openDaily('/new');
  const field = await screen.findByLabelText('Link');
  await fill(user, field, link);
  await press(user, 'Create as a draft');
  if (isFine) await waitFor(() => expect(creations).toHaveLength(1));
  else await expectProblem(field, /Write a full link that starts with https:\/\//);
});

it('shows that the chosen day has passed or has a message, with a link to it', async () => {
  answerCreation();
  answerCalendar(aPlannedDay('2031-05-20', 'Earlier'), aPlannedDay('2031-05-14', 'Over'));
  const { user } = await openDaily('/new');
  const day = await dateField('Day');
  await fill(user, day, '2031-05-20');
  expect(await screen.findByRole('link', { name: 'Earlier' })).toHaveAttribute(
    'href',
    `/daily-message/${idOf(620)}`,
  );
  await fill(user, day, '2031-05-21');
  await waitFor(() => expect(screen.queryByText(/^This day has a message already/)).toBeNull());
  await fill(user, day, '2031-05-14');
  await user.tab();
  await user.tab();
  await expectProblem(day, /This day is over: choose another/);
});

it('keeps the text when another message has taken the day, and names that message', async () => {
  answerCreation();
  const { user } = await openDaily('/new?day=2031-05-20');
  await fill(user, await titleIn('French'), 'Mine');
  refuse(contract.dailyMessages.createDailyMessage, 'day_taken', {
    occupant: { id: idOf(601), day: '2031-05-20', title: 'Faster' },
  });
  await press(user, 'Create as a draft');
  const day = await dateField('Day');
  await expectProblem(day, /This day has a message already: “Faster”/);
  expect(day).toHaveFocus();
  expect(await titleIn('French')).toHaveValue('Mine');
});

it('warns that members already see a message of the reserve on that day', async () => {
  answerCreation();
  answerCalendar(
    aCalendarDay({ day: '2031-05-15', state: 'reserve', reserve: { id: idOf(700), title: 'Spare' } }),
  );
  const { user } = await openDaily('/new?day=2031-05-15');
  expect(await screen.findByText(/members are already shown a message of the reserve/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Spare' })).toHaveAttribute('href', `/daily-message/${idOf(700)}`);
  await fill(user, await dateField('Day'), '2031-05-16');
  await waitFor(() => expect(screen.queryByText(/already shown/)).toBeNull());
});

it('creates a message once if the response was lost, and keeps input typed since as a draft of it', async () => {
  const { state } = answerCreation();
  const { user } = await openDaily('/new?day=2031-05-20');
  await fill(user, await titleIn('French'), 'First');
  loseConnection(contract.dailyMessages.createDailyMessage);
  await press(user, 'Create as a draft');
  await expectToast('Something went wrong!');
  await fill(user, await titleIn('French'), 'First and more');
  const creations = answer(contract.dailyMessages.createDailyMessage, ({ body }) => {
    state.message = aDailyMessage({ ...(body as object) });
    return { status: 200, body: state.message };
  });
  await press(user, 'Create as a draft');
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  expect(creations.map(({ body }) => body)).toMatchObject([{ translations: { fr: { title: 'First' } } }]);
  expect(await titleIn('French')).toHaveValue('First and more');
});

it('does not continue with the next day if more was typed during the creation', async () => {
  const { state } = answerCreation();
  const { user, router } = await openDaily('/new?day=2031-05-20');
  await fill(user, await titleIn('French'), 'First');
  const { calls, release } = hold(contract.dailyMessages.createDailyMessage, ({ body }) => {
    state.message = aDailyMessage({ ...(body as object) });
    return { status: 200, body: state.message };
  });
  await press(user, 'Create and go to the next empty day');
  await waitFor(() => expect(calls).toHaveLength(1));
  await fill(user, await titleIn('English'), 'More');
  release();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/daily-message/${idOf(600)}`));
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  expect(await titleIn('English')).toHaveValue('More');
});

it('previews the message in the language that is written, for members of each language', async () => {
  answerCreation();
  const { user } = await openDaily('/new');
  await fill(user, await bodyIn('French'), 'Bonjour');
  const phone = within(screen.getByRole('figure'));
  expect(phone.getByText('Bonjour')).toBeVisible();
  expect(phone.queryByText(/Shown in French/)).toBeNull();
  await user.click(await titleIn('English'));
  expect(phone.getByText('Bonjour')).toBeVisible();
  expect(phone.getByText(/Shown in French/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Show nothing' }));
  expect(phone.getByText('No message today')).toBeVisible();
  await press(user, 'Start from the French');
  expect(phone.getByText('Bonjour')).toBeVisible();
  expect(phone.queryByText(/Shown in French/)).toBeNull();
});
