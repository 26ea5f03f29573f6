import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold, refuse } from '../../../../test/api.ts';
import { aBroadcast, answerBroadcast, openBroadcast, someStats } from '../../../../test/broadcasts.ts';
import { closePage, sendEvent } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';
import { queryClient } from '../../../platform/query-client.ts';

const NEWER = { version: 2, updated_by: { id: idOf(9), full_name: 'Zoé', email: 'zoe@example.com' } };
const PICTURE = {
  id: idOf(50),
  width: 1600,
  height: 900,
  sources: [],
  created_at: '2026-01-05T10:00:00.000Z',
};

const inLanguage = async (name: string) => within(await screen.findByRole('region', { name }));
const titleIn = async (name: string) => (await inLanguage(name)).getByLabelText('Title');
const dialog = async () => within(await screen.findByRole('dialog'));

/** Selects a picture, whose upload ends when released. */
async function choosePicture(user: UserEvent) {
  const { promise, resolve } = Promise.withResolvers<void>();
  answerUnchecked(contract.media.uploadMedia, async () => {
    await promise;
    return HttpResponse.json(PICTURE);
  });
  await button('Choose a picture');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['picture'], 'page.jpg', { type: 'image/jpeg' }));
  return resolve;
}

it('saves texts, link and settings with the loaded version', async () => {
  const { updates } = answerBroadcast({ version: 7 });
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), '  Le marché ');
  const english = await inLanguage('English');
  await fill(user, english.getByLabelText('Text'), 'At noon');
  await user.click(await screen.findByRole('radio', { name: 'The daily message' }));
  await fill(user, screen.getByLabelText('Name for the team'), ' Market ');
  await user.selectOptions(screen.getByLabelText('Category'), 'Service');
  await user.click(await screen.findByRole('radio', { name: /^Send anyway/ }));
  await user.selectOptions(screen.getByLabelText('If the phone is off, keep it for'), '14400');
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: idOf(200) },
      {
        version: 7,
        name: 'Market',
        category: 'service',
        translations: {
          fr: { title: 'Le marché', body: 'À tous' },
          en: { title: 'Hello', body: 'At noon' },
        },
        missing_locale: 'fallback',
        audience: { everyone: true },
        link: '/daily-message',
        image_id: null,
        urgent: true,
        ttl_seconds: 14_400,
      },
    ],
  ]);
  expect(await button('Save')).toBeDisabled();
});

it('keeps input typed while a draft is being saved, and saves it the next time', async () => {
  const { state, updates } = answerBroadcast({ audience: { locales: ['fr'] } });
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), 'First');
  const first = hold(contract.broadcasts.updateBroadcast, () => {
    state.broadcast = aBroadcast({
      version: 2,
      audience: { locales: ['fr'] },
      translations: { fr: { title: 'First', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } },
    });
    return { status: 200, body: state.broadcast };
  });
  await press(user, 'Save');
  await waitFor(() => expect(first.calls).toHaveLength(1));
  await fill(user, await titleIn('French'), 'First and more');
  await fill(user, await titleIn('English'), 'More');
  await press(user, 'Add a filter');
  await user.click(await screen.findByRole('menuitem', { name: 'Platform' }));
  await user.click(screen.getByRole('checkbox', { name: 'iOS' }));
  first.release();
  await expectToast('The changes are saved.');
  expect(await titleIn('French')).toHaveValue('First and more');
  expect(await titleIn('English')).toHaveValue('More');
  const second = answer(contract.broadcasts.updateBroadcast, { status: 200, body: state.broadcast });
  await press(user, 'Save');
  await waitFor(() => expect(second).toHaveLength(1));
  expect(second[0]?.body).toMatchObject({
    version: 2,
    translations: { fr: { title: 'First and more' }, en: { title: 'More' } },
    audience: { locales: ['fr'], platforms: ['ios'] },
  });
  expect(updates).toEqual([]);
});

it('removes the filters that are no longer in force when restored input is discarded', async () => {
  answerBroadcast({ audience: { locales: ['fr'] } });
  const before = await openBroadcast();
  await press(before.user, 'Add a filter');
  await before.user.click(await screen.findByRole('menuitem', { name: 'Platform' }));
  await before.user.click(await screen.findByRole('checkbox', { name: 'Android' }));
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('android'));
  before.unmount();
  closePage();
  const { user } = await openBroadcast();
  await user.click(await screen.findByRole('checkbox', { name: 'iOS' }));
  expect(await screen.findByRole('checkbox', { name: 'Android' })).toBeChecked();
  await press(user, 'Discard this text');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Android' })).toBeNull());
  expect(screen.getByRole('checkbox', { name: 'French' })).toBeChecked();
});

it('opens the send dialog only once all input is saved', async () => {
  const { state } = answerBroadcast();
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), 'First');
  const saving = hold(contract.broadcasts.updateBroadcast, () => {
    state.broadcast = aBroadcast({
      version: 2,
      translations: { fr: { title: 'First', body: 'À tous' }, en: null },
    });
    return { status: 200, body: state.broadcast };
  });
  await press(user, 'Send…');
  await waitFor(() => expect(saving.calls).toHaveLength(1));
  await fill(user, await titleIn('French'), 'First and more');
  saving.release();
  await expectToast('The changes are saved.');
  expect(screen.queryByRole('dialog')).toBeNull();
  state.broadcast = aBroadcast({
    version: 3,
    translations: { fr: { title: 'First and more', body: 'À tous' }, en: null },
  });
  answer(contract.broadcasts.updateBroadcast, { status: 200, body: state.broadcast });
  await press(user, 'Send…');
  expect(await (await dialog()).findAllByText('First and more')).toHaveLength(2);
});

it('shows at the text of a language that it is too large for phones', async () => {
  answerBroadcast();
  answer(contract.broadcasts.updateBroadcast, {
    status: 422,
    body: {
      code: 'validation_error',
      request_id: 'test',
      detail: [
        {
          type: 'push_too_large',
          loc: ['body', 'translations', 'en'],
          msg: 'Too large',
          input: null,
          ctx: { locale: 'en', bytes: 5012, max_bytes: 3993 },
        },
      ],
    },
  });
  const { user } = await openBroadcast();
  const text = (await inLanguage('English')).getByLabelText('Text');
  await fill(user, text, '👩‍👩‍👧‍👦'.repeat(200));
  await press(user, 'Save');
  await expectProblem(text, /In English, texts and link take 5,012 bytes; phones take 3,993\./);
  expect(text).toHaveFocus();
  expect((await inLanguage('French')).getByLabelText('Text')).toBeValid();
});

it('shows the texts of both people and saves the chosen one with the other changes of the colleague', async () => {
  const { state, updates } = answerBroadcast();
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), 'Le mien');
  const theirs = { fr: { title: 'Le sien', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } };
  state.broadcast = aBroadcast({ ...NEWER, name: 'Renamed', translations: theirs });
  refuse(contract.broadcasts.updateBroadcast, 'version_conflict');
  await press(user, 'Save');
  const clash = within(await screen.findByRole('dialog', { name: 'Somebody else has changed this draft' }));
  const french = within(clash.getByRole('group', { name: 'French' }));
  expect(french.getByRole('radio', { name: /Le mien/ })).toBeChecked();
  expect(french.getByRole('radio', { name: /Le sien/ })).not.toBeChecked();
  expect(clash.queryByRole('group', { name: 'English' })).toBeNull();
  const saves = answer(contract.broadcasts.updateBroadcast, ({ body }) => ({
    status: 200,
    body: aBroadcast({ ...(body as object), version: 3 }),
  }));
  await press(user, 'Save this choice');
  await expectToast('The changes are saved.');
  expect(saves[0]?.body).toMatchObject({
    version: 2,
    name: 'Renamed',
    translations: { fr: { title: 'Le mien' }, en: { title: 'Hello' } },
  });
  expect(updates).toEqual([]);
});

it('shows who changed the draft since it was opened, and keeps the input', async () => {
  const { state } = answerBroadcast();
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), 'Le mien');
  state.broadcast = aBroadcast({ ...NEWER, name: 'Renamed' });
  sendEvent('changed', { entity: 'broadcast', id: idOf(200) });
  expect(
    await screen.findByText(/^Zoé changed this draft .+ nothing is overwritten without you\.$/),
  ).toBeVisible();
  expect(await titleIn('French')).toHaveValue('Le mien');
  expect(screen.getByLabelText('Name for the team')).toHaveValue('Summer party');
});

it('saves unsaved input of a draft that another user has sent as a new draft', async () => {
  const { state } = answerBroadcast();
  const { user, router } = await openBroadcast();
  await fill(user, await titleIn('French'), 'Trop tard');
  state.broadcast = aBroadcast({
    status: 'sent',
    version: 2,
    started_at: '2026-01-06T10:00:00.000Z',
    targeted: 1,
  });
  // The page requests the results as soon as it knows that the draft was sent.
  answer(contract.broadcasts.readStats, { status: 200, body: someStats() });
  answer(contract.broadcasts.readDeliveries, { status: 200, body: { data: [], count: 0 } });
  refuse(contract.broadcasts.updateBroadcast, 'invalid_state');
  await press(user, 'Save');
  expect(await screen.findByText(/^It is no longer a draft/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  const creations = answer(contract.broadcasts.createBroadcast, ({ body }) => {
    state.broadcast = aBroadcast({ ...(body as object), id: idOf(201) });
    return { status: 200, body: state.broadcast };
  });
  await press(user, 'Keep what I typed as a new draft');
  await expectToast('The copy is saved as a draft.');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/broadcast/${idOf(201)}`));
  expect(creations[0]?.body).toMatchObject({
    name: 'Summer party',
    translations: { fr: { title: 'Trop tard', body: 'À tous' }, en: { title: 'Hello' } },
    audience: { everyone: true },
  });
});

it('shows the unsaved input of a draft that somebody else has sent, until it is discarded', async () => {
  const { state } = answerBroadcast();
  const draft = await openBroadcast();
  await fill(draft.user, await titleIn('French'), 'Trop tard');
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Trop tard'));
  draft.unmount();
  closePage();
  queryClient.clear();
  state.broadcast = aBroadcast({ status: 'cancelled', version: 2 });
  const { user } = await openBroadcast();
  expect(await screen.findByText(/^It is no longer a draft/)).toBeVisible();
  expect(await titleIn('French')).toHaveValue('Trop tard');
  expect(await titleIn('English')).toHaveValue('Hello');
  await press(user, 'Discard my changes');
  expect(await screen.findByText('Content and settings')).toBeVisible();
  expect(JSON.stringify(localStorage)).not.toContain('Trop tard');
});

it('neither saves, sends nor leaves a draft while its picture is being uploaded', async () => {
  const { updates } = answerBroadcast();
  const { user } = await openBroadcast();
  await fill(user, await titleIn('French'), 'With a picture');
  const finish = await choosePicture(user);
  expect(await screen.findByText(/^Reachable now: .+ The picture is being uploaded\./)).toBeVisible();
  for (const name of ['Save', 'Test…', 'Schedule…', 'Send…']) expect(await button(name)).toBeDisabled();
  await user.click(screen.getByRole('link', { name: 'Back to the notifications' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await press(user, 'Keep writing');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('The picture is being uploaded.')).toHaveRole('alert');
  expect(updates).toEqual([]);
  finish();
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates[0]?.body).toMatchObject({ image_id: idOf(50) });
});

it('removes a picture', async () => {
  const image = `/media/${idOf(50)}/640.webp`;
  const { updates } = answerBroadcast({ image_id: idOf(50), image });
  const { user } = await openBroadcast();
  const panel = await screen.findByRole('region', { name: 'Picture' });
  expect(panel.querySelector('img')).toHaveAttribute('src', image);
  await press(user, 'Remove the picture');
  expect(panel.querySelector('img')).toBeNull();
  await press(user, 'Save');
  await expectToast('The changes are saved.');
  expect(updates[0]?.body).toMatchObject({ image_id: null });
});

it('shows what is missing before a draft can be tested or sent', async () => {
  answerBroadcast({ audience: null, translations: { fr: { title: 'Bonjour', body: '' }, en: null } });
  const { user } = await openBroadcast();
  const stillMissing = await screen.findByText(/^Still missing: title and text in French, recipients\.$/);
  for (const name of ['Test…', 'Schedule…', 'Send…']) expect(await button(name)).toBeDisabled();
  await fill(user, (await inLanguage('French')).getByLabelText('Text'), 'À tous');
  await waitFor(() => expect(stillMissing).toHaveTextContent('Still missing: recipients.'));
  expect(await button('Test…')).toBeEnabled();
  expect(await button('Send…')).toBeDisabled();
  expect(await button('Schedule…')).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /^All members/ }));
  await waitFor(() => expect(stillMissing).not.toHaveTextContent('Still missing'));
  expect(await button('Send…')).toBeEnabled();
  expect(await button('Schedule…')).toBeEnabled();
});

it('copies the complete text into the missing language', async () => {
  answerBroadcast({ translations: { fr: { title: 'Bonjour', body: 'À tous' }, en: null } });
  const { user } = await openBroadcast();
  await press(user, 'Start from the French');
  expect(await titleIn('English')).toHaveValue('Bonjour');
  expect((await inLanguage('English')).getByLabelText('Text')).toHaveValue('À tous');
  expect(screen.queryByRole('radio', { name: /^Leave these members out/ })).toBeNull();
});

it('shows that a notification does not exist', async () => {
  answerBroadcast();
  refuse(contract.broadcasts.readBroadcast, 'broadcast_not_found');
  await openBroadcast();
  expect(await screen.findByRole('heading', { name: 'This notification is gone' })).toBeVisible();
});
