import type { AudiencePreview, BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, refuse } from '../../../../test/api.ts';
import { aBroadcast, anAudiencePreview, answerBroadcast } from '../../../../test/broadcasts.ts';
import { renderPart } from '../../../../test/render.tsx';
import { expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';
import { setTimeZones } from '../../../platform/dates.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { SendModal } from './send-modal.tsx';

beforeEach(() => setTimeZones('UTC', 'Europe/Paris'));

const SENT = aBroadcast({ status: 'sending', version: 2 });

/** The dialog for a broadcast to this audience. */
function renderModal(
  own: Partial<BroadcastPublic> = {},
  audience: Partial<AudiencePreview> = {},
  locale: Locale = 'en',
) {
  const { state } = answerBroadcast({ version: 7, ...own });
  const counts = answer(contract.broadcasts.previewAudience, {
    status: 200,
    body: anAudiencePreview(audience),
  });
  const sends = answer(contract.broadcasts.sendBroadcast, { status: 200, body: SENT });
  const onClose = vi.fn<() => void>();
  const part = renderPart(<SendModal broadcast={state.broadcast} onClose={onClose} />, { locale });
  return { ...part, state, counts, sends, onClose };
}

const sendTo = (devices: string) =>
  screen.findByRole('button', { name: RegExp(`^Send to ${devices}.devices?$`) });
const textsOf = (language: string) => screen.getByText(RegExp(`^${language} ·`)).parentElement as HTMLElement;

it('sends the reviewed version to the counted devices', async () => {
  const { user, counts, sends, onClose } = renderModal({ category: 'news', missing_locale: 'skip' });
  await user.click(await sendTo('3'));
  await expectToast('Sending has started.');
  expect(counts.map(({ body }) => body)).toEqual([
    {
      audience: { everyone: true },
      category: 'news',
      missing_locale: 'skip',
      complete_locales: ['fr', 'en'],
    },
  ]);
  expect(sends.map(({ params, body }) => [params, body])).toEqual([
    [{ id: idOf(200) }, { expected_devices: 3, version: 7 }],
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows texts with a sample name, and what members without one read', async () => {
  renderModal({
    translations: {
      fr: { title: 'Bonjour {prénom|vous}', body: 'À tous' },
      en: { title: 'Hello', body: 'All {first_name|friends}' },
    },
  });
  await sendTo('3');
  expect(textsOf('French')).toHaveTextContent(/Bonjour CamilleÀ tousWithout a name: Bonjour vous$/);
  expect(textsOf('English')).toHaveTextContent(/HelloAll CamilleWithout a name: All friends$/);
});

it('shows the message of a day as it is written', async () => {
  renderModal({
    day: '2031-03-01',
    translations: { fr: { title: 'Bonjour {prénom|vous}', body: 'À tous' }, en: null },
  });
  await sendTo('3');
  expect(textsOf('French')).toHaveTextContent(/Bonjour \{prénom\|vous\}À tous$/);
});

it('retries with the same idempotency key if the response was lost', async () => {
  const { user, onClose } = renderModal();
  const keys: (string | null)[] = [];
  answerUnchecked(contract.broadcasts.sendBroadcast, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    return Response.error();
  });
  await user.click(await sendTo('3'));
  await expectToast('Something went wrong!');
  expect(onClose).not.toHaveBeenCalled();
  const again = answer(contract.broadcasts.sendBroadcast, { status: 200, body: SENT });
  await press(user, /^Send to 3.devices$/);
  await expectToast('Sending has started.');
  expect(keys).toEqual([expect.stringMatching(/./)]);
  expect(again[0]?.headers.get('idempotency-key')).toBe(keys[0]);
});

it('asks again when the number of devices has changed', async () => {
  const { user, onClose } = renderModal({}, { devices: 5 });
  await sendTo('5');
  refuse(contract.broadcasts.sendBroadcast, 'audience_changed', { devices: 40 });
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview({ devices: 40 }) });
  await user.click(await sendTo('5'));
  expect(await screen.findByText(/^It is now 40 devices instead of 5\. Nothing was sent/)).toBeVisible();
  const sends = answer(contract.broadcasts.sendBroadcast, { status: 200, body: SENT });
  await press(user, /^Send to 40.devices$/);
  await expectToast('Sending has started.');
  expect(sends.map(({ body }) => body)).toEqual([{ expected_devices: 40, version: 7 }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes if the draft was changed since the review, so that it is read first', async () => {
  const { user, state, onClose } = renderModal();
  state.broadcast = aBroadcast({
    version: 8,
    translations: { fr: { title: 'Autrement', body: 'Et là' }, en: null },
  });
  refuse(contract.broadcasts.sendBroadcast, 'version_conflict');
  await user.click(await sendTo('3'));
  await expectToast('Somebody else has just saved a change: check it, then try again.');
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays open after other errors', async () => {
  const { user, onClose } = renderModal();
  refuse(contract.broadcasts.sendBroadcast, 'push_target_gone');
  await user.click(await sendTo('3'));
  await expectToast('Something went wrong!');
  expect(onClose).not.toHaveBeenCalled();
});

it('sends to 999 devices without requiring their number', async () => {
  renderModal({}, { devices: 999 });
  expect(await sendTo('999')).toBeEnabled();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each(['1000', '1,000', ' 1 000 '])('requires the number of 1,000 devices, typed as %j', async (typed) => {
  const { user, sends } = renderModal({}, { devices: 1000 });
  const send = await sendTo('1,000');
  expect(send).toBeDisabled();
  const field = screen.getByLabelText('Many phones will ring. Type 1,000 to confirm');
  await fill(user, field, '100');
  await user.tab();
  await expectProblem(field, 'Type exactly 1,000');
  expect(send).toBeDisabled();
  await fill(user, field, typed);
  expect(send).toBeEnabled();
  await user.click(send);
  await expectToast('Sending has started.');
  expect(sends[0]?.body).toEqual({ expected_devices: 1000, version: 7 });
});

it('asks for the password if the service requires it, and sends after the correct one', async () => {
  const { user, onClose } = renderModal();
  refuse(contract.broadcasts.sendBroadcast, 'password_required');
  await user.click(await sendTo('3'));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm with your password' }));
  expect(question.getByText('Confirm your password to send to this many devices.')).toBeVisible();
  const passwords = answer(contract.login.verifyPassword, { status: 200, body: { message: 'OK' } });
  const sends = answer(contract.broadcasts.sendBroadcast, { status: 200, body: SENT });
  await fill(user, question.getByLabelText('Your password'), 'correct horse');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await expectToast('Sending has started.');
  expect(passwords[0]?.body).toEqual({ password: 'correct horse' });
  expect(sends).toHaveLength(1);
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows the text for the members of each language', async () => {
  const translations = { fr: { title: 'Bonjour', body: 'À tous' }, en: null };
  renderModal({ translations }, { by_locale: { fr: 2, en: 1 } });
  expect(await screen.findByText(/^It goes to 3 devices of 2 members$/)).toBeVisible();
  expect(screen.getByText(/\(all members\) now\. This can’t be undone\.$/)).toBeVisible();
  expect(textsOf('French')).toHaveTextContent(/2.devices.*Bonjour.*À tous/);
  expect(textsOf('French')).not.toHaveTextContent('translation is missing');
  expect(textsOf('English')).toHaveTextContent(
    /1.deviceShown in French: the translation is missing\.Bonjour/,
  );
});

it('shows no language that no device uses', async () => {
  renderModal({}, { by_locale: { fr: 3, en: 0 } });
  await sendTo('3');
  expect(textsOf('French')).toBeVisible();
  expect(screen.queryByText(/^English ·/)).toBeNull();
});

it('does not send to an empty audience', async () => {
  renderModal({}, { devices: 0, members: 0 });
  expect(await screen.findByText('No device would get it: change the recipients.')).toBeVisible();
  expect(await sendTo('0')).toBeDisabled();
});

it('names the missing push provider if no device can be reached', async () => {
  renderModal({}, { devices: 0, members: 0 });
  answer(contract.dashboard.readHealth, {
    status: 200,
    body: { data: [{ code: 'push', state: 'missing' }], count: 1 },
  });
  expect(await screen.findByText(/^No push provider is connected/)).toBeVisible();
});

it('warns that members received a notification in the last 24 hours', async () => {
  renderModal({}, { recently_notified: 2 });
  expect(
    await screen.findByText('2 of these members got a notification in the last 24 hours.'),
  ).toBeVisible();
});

const at = (time: string) => `2031-06-${time}:00.000Z`;

it.each([
  ['05T08:00', '05T08:00', 'tomorrow at 08:00'],
  ['04T21:00', '04T23:30', 'today between 21:00 and 23:30'],
  ['04T23:00', '05T08:00', 'between today at 23:00 and tomorrow at 08:00'],
  ['07T08:00', '07T08:00', 'on 7 June 2031 at 08:00'],
])('shows when devices in quiet hours receive it: %s to %s', async (from, until, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-04T20:00:00Z') });
  const { user } = renderModal({}, { held: { devices: 2, from: at(from), until: at(until) } });
  expect(await screen.findByText(`Quiet hours: 2 devices get it only ${words} (UTC).`)).toBeVisible();
  expect(screen.getByText(/now, where there are no quiet hours\. This can’t be undone\.$/)).toBeVisible();
  await user.click(await sendTo('3'));
  await expectToast('Sending has started.');
});

it('waits for the end of quiet hours if all devices are in quiet hours', async () => {
  const { user } = renderModal(
    {},
    { held: { devices: 3, from: at('05T08:00'), until: at('05T08:00') } },
    'fr',
  );
  expect(await screen.findByText(/dès la fin de leurs heures calmes\.$/)).toBeVisible();
  expect(
    screen.getByText(/^Heures calmes : 3 appareils la recevront plus tard, .+ à 8 h 00 \(UTC\)\.$/),
  ).toBeVisible();
  await press(user, /^Envoyer à 3.appareils$/);
  await expectToast('La notification attend la fin des heures calmes.');
});

it('ignores quiet hours for an urgent notification', async () => {
  renderModal({ urgent: true }, { held: { devices: 3, from: at('05T08:00'), until: at('05T08:00') } });
  expect(await screen.findByText(/now\. This can’t be undone\.$/)).toBeVisible();
  expect(screen.queryByText(/^Quiet hours/)).toBeNull();
});
