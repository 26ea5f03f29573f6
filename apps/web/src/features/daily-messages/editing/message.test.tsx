import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import {
  aCalendarDay,
  aDailyMessage,
  answerCalendar,
  answerDailyMessage,
  aPlannedDay,
  aText,
  openDaily,
  setToday,
} from '../../../../test/daily-messages.ts';
import { button, dateField, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

beforeEach(() => setToday());

const PATH = `/${idOf(600)}`;
const inLanguage = async (name: string) => within(await screen.findByRole('region', { name }));
const titleIn = async (name: string) => (await inLanguage(name)).getByLabelText('Title');
const clash = async () =>
  within(await screen.findByRole('dialog', { name: 'Somebody else has changed this message' }));

it('saves the message without its day, with the loaded version', async () => {
  const { updates } = answerDailyMessage({ version: 7, link: 'https://example.org/' });
  const { user } = await openDaily(PATH);
  expect(await button('Save')).toBeDisabled();
  await fill(user, await titleIn('French'), 'Autrement');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: idOf(600) },
      {
        version: 7,
        status: 'ready',
        translations: {
          fr: { title: 'Autrement', body: 'About Le marché', author: '' },
          en: { title: 'The market', body: 'About The market', author: '' },
        },
        link: 'https://example.org/',
        missing_locale: 'fallback',
      },
    ],
  ]);
  expect(await button('Save')).toBeDisabled();
});

it('moves the message to the day typed in the form when it is saved', async () => {
  const { state, updates } = answerDailyMessage({ version: 7 });
  const moves = answer(contract.dailyMessages.moveDailyMessage, ({ body }) => {
    state.message = { ...state.message, day: (body as { day: string }).day, version: 8 };
    return { status: 200, body: state.message };
  });
  const { user } = await openDaily(PATH);
  const day = await dateField('Day');
  expect(day).toHaveValue('20 May 2031');
  await fill(user, day, '2031-05-22');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(moves.map(({ body }) => body)).toEqual([{ day: '2031-05-22', version: 7 }]);
  expect(updates).toMatchObject([{ body: { version: 8 } }]);
  expect(await screen.findByRole('heading', { level: 1, name: /22 May 2031/ })).toBeVisible();
  expect(await button('Save')).toBeDisabled();
});

it('keeps the day typed in the form when the day has another message, and names that one', async () => {
  const { updates } = answerDailyMessage();
  answerCalendar(
    aPlannedDay('2031-05-20', 'The market', { id: idOf(600) }),
    aPlannedDay('2031-05-22', 'Fair'),
  );
  const { user } = await openDaily(PATH);
  const day = await dateField('Day');
  expect(screen.queryByRole('link', { name: 'The market' })).toBeNull();
  await fill(user, day, '2031-05-22');
  expect(await screen.findByRole('link', { name: 'Fair' })).toHaveAttribute(
    'href',
    `/daily-message/${idOf(622)}`,
  );
  refuse(contract.dailyMessages.moveDailyMessage, 'day_taken', {
    occupant: { id: idOf(622), day: '2031-05-22', title: 'Fair' },
  });
  await press(user, 'Save');
  await expectProblem(day, /This day has a message already: “Fair”/);
  expect(day).toHaveValue('22 May 2031');
  expect(updates).toEqual([]);
  await fill(user, day, '2031-05-14');
  await press(user, 'Save');
  await expectProblem(day, /This day is over/);
});

it('keeps the day that another person chose when a conflict in the texts is resolved', async () => {
  const { state } = answerDailyMessage();
  const { user } = await openDaily(PATH);
  await fill(user, await titleIn('French'), 'Le mien');
  state.message = aDailyMessage({
    version: 2,
    day: '2031-05-21',
    translations: { fr: { ...aText('Le marché'), title: 'Le sien' }, en: aText('The market') },
  });
  refuse(contract.dailyMessages.updateDailyMessage, 'version_conflict');
  await press(user, 'Save');
  await clash();
  answer(contract.dailyMessages.updateDailyMessage, ({ body }) => ({
    status: 200,
    body: { ...state.message, ...(body as object), version: 3 },
  }));
  const moves = answer(contract.dailyMessages.moveDailyMessage, { status: 200, body: state.message });
  await press(user, 'Save this choice');
  await expectToast('The changes are saved.');
  expect(moves).toEqual([]);
  expect(await dateField('Day')).toHaveValue('21 May 2031');
});

it('links to the messages of the days before and after', async () => {
  answerDailyMessage({ day: '2031-05-15' });
  answerCalendar(aPlannedDay('2031-05-15', 'Today'));
  await openDaily(PATH);
  expect(await screen.findByRole('link', { name: 'Next day' })).toHaveAttribute(
    'href',
    '/daily-message/new?day=2031-05-16',
  );
  // The day before is over without a message.
  expect(await button('Previous day')).toBeDisabled();
});

it('shows that members don’t see a saved draft', async () => {
  const { updates } = answerDailyMessage();
  const { user } = await openDaily(PATH);
  await user.click(await screen.findByRole('radio', { name: 'Draft' }));
  expect(screen.getByText('Nobody sees it yet.')).toBeVisible();
  await user.keyboard('{Control>}s{/Control}');
  await expectToast('The draft is saved: members don’t see it.');
  expect(updates[0]?.body).toMatchObject({ status: 'draft' });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Tuesday, 20 May 2031 Draft');
});

it('asks which version to keep of each part and language that both people changed', async () => {
  const { state } = answerDailyMessage();
  const { user } = await openDaily(PATH);
  await fill(user, await titleIn('French'), 'Le mien');
  await fill(user, await titleIn('English'), 'My English');
  state.message = aDailyMessage({
    version: 2,
    link: 'https://example.org/',
    translations: { fr: { ...aText('Le marché'), title: 'Le sien' }, en: aText('The market') },
  });
  refuse(contract.dailyMessages.updateDailyMessage, 'version_conflict');
  await press(user, 'Save');
  const dialog = await clash();
  const title = within(dialog.getByRole('group', { name: 'Title · French' }));
  expect(title.getByRole('radio', { name: /Le mien/ })).toBeChecked();
  // Only the other person changed the link.
  const link = within(dialog.getByRole('group', { name: 'Link' }));
  expect(link.getByRole('radio', { name: /example\.org/ })).toBeChecked();
  expect(dialog.queryByRole('group', { name: 'Title · English' })).toBeNull();
  await user.click(title.getByRole('radio', { name: /Le sien/ }));
  const saves = answer(contract.dailyMessages.updateDailyMessage, ({ body }) => ({
    status: 200,
    body: aDailyMessage({ ...(body as object), version: 3 }),
  }));
  await press(user, 'Save this choice');
  await expectToast('The changes are saved.');
  expect(saves[0]?.body).toMatchObject({
    version: 2,
    link: 'https://example.org/',
    translations: { fr: { title: 'Le sien' }, en: { title: 'My English' } },
  });
});

it('does not report a move as a conflict', async () => {
  const { state } = answerDailyMessage();
  const { user } = await openDaily(PATH);
  await fill(user, await titleIn('French'), 'Autrement');
  state.message = aDailyMessage({ version: 2, day: '2031-05-21' });
  const saves = answer(contract.dailyMessages.updateDailyMessage, ({ body }) =>
    (body as { version: number }).version === 1
      ? { status: 409, body: { code: 'version_conflict', detail: 'Changed', request_id: 'test' } }
      : { status: 200, body: aDailyMessage({ ...(body as object), version: 3, day: '2031-05-21' }) },
  );
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(saves.map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
  expect(await screen.findByRole('heading', { level: 1, name: /21 May 2031/ })).toBeVisible();
});

it('allows only corrections of the texts of a past day', async () => {
  const { updates } = answerDailyMessage({ day: '2031-05-14' });
  const { user } = await openDaily(PATH);
  expect(await screen.findByText(/Members have read this message/)).toBeVisible();
  for (const name of ['Draft', 'Ready', /^Show nothing/, /^Show the other language/])
    expect(screen.getByRole('radio', { name })).toBeDisabled();
  expect(screen.getByLabelText('Link')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Move…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(await button('Duplicate…')).toBeEnabled();
  await fill(user, await titleIn('French'), 'Corrigé');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates).toHaveLength(1);
});

it('shows that a draft of a past day was not shown', async () => {
  answerDailyMessage({ day: '2031-05-14', status: 'draft' });
  await openDaily(PATH);
  expect(await screen.findByText(/This message was a draft: members were not shown it\./)).toBeVisible();
});

it('warns that it replaces a message of the reserve that members see', async () => {
  answerDailyMessage({ status: 'draft', day: '2031-05-15' });
  answerCalendar(
    aCalendarDay({ day: '2031-05-15', state: 'draft', reserve: { id: idOf(700), title: 'Spare' } }),
  );
  await openDaily(PATH);
  expect(await screen.findByRole('link', { name: 'Spare' })).toBeVisible();
});

it('deletes a message with unsaved text only after confirmation, and offers to restore it', async () => {
  answerDailyMessage();
  const deletions = answer(contract.dailyMessages.deleteDailyMessage, {
    status: 200,
    body: { message: 'Deleted' },
  });
  const { user, router } = await openDaily(PATH);
  await fill(user, await titleIn('French'), 'Half a thought');
  await press(user, 'Delete');
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await press(user, 'Keep writing');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deletions).toEqual([]);
  expect(await titleIn('French')).toHaveValue('Half a thought');
  await press(user, 'Delete');
  await press(user, 'Leave without saving');
  await expectToast('1 message deleted.');
  await waitFor(() => expect(router.state.location.pathname).toBe('/daily-message'));
  const restores = answer(contract.dailyMessages.restoreDailyMessage, { status: 200, body: aDailyMessage() });
  await press(user, 'Undo');
  await expectToast('The message is back on Tuesday, 20 May 2031.');
  expect(restores.map(({ params, query }) => [params, query])).toEqual([[{ id: idOf(600) }, { to: 'day' }]]);
});

it('offers to restore a message to the reserve if its day has another one', async () => {
  answerDailyMessage();
  answer(contract.dailyMessages.deleteDailyMessage, { status: 200, body: { message: 'Deleted' } });
  const { user } = await openDaily(PATH);
  await press(user, 'Delete');
  await expectToast('1 message deleted.');
  refuse(contract.dailyMessages.restoreDailyMessage, 'day_taken');
  await press(user, 'Undo');
  await button('Move to the reserve');
  const restores = answer(contract.dailyMessages.restoreDailyMessage, {
    status: 200,
    body: aDailyMessage({ day: null }),
  });
  await press(user, 'Move to the reserve');
  await expectToast('The message is back, in the reserve.');
  expect(restores[0]?.query).toEqual({ to: 'reserve' });
});

it('copies a message into the reserve, and opens the copy', async () => {
  const { state } = answerDailyMessage();
  const { user, router } = await openDaily(PATH);
  await press(user, 'Duplicate…');
  await user.click(await screen.findByRole('radio', { name: 'In reserve' }));
  const copies = answer(contract.dailyMessages.duplicateDailyMessage, () => {
    state.message = aDailyMessage({ id: idOf(601), day: null, status: 'draft' });
    return { status: 200, body: state.message };
  });
  await press(user, 'Duplicate');
  await expectToast('The copy is saved as a draft.');
  expect(copies.map(({ params, body }) => [params, body])).toEqual([[{ id: idOf(600) }, { day: null }]]);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/daily-message/${idOf(601)}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'In reserve Draft' })).toBeVisible();
});

it('shows that a message does not exist', async () => {
  answerDailyMessage();
  refuse(contract.dailyMessages.readDailyMessage, 'daily_message_not_found');
  await openDaily(PATH);
  expect(await screen.findByRole('heading', { name: 'This message is gone' })).toBeVisible();
});
