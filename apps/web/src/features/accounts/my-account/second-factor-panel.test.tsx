import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, press } from '../../../../test/screen.ts';
import * as downloads from '../../../platform/download.ts';
import { type Locale } from '../../../platform/i18n.ts';

const { users, sessions, secondFactor, login } = contract;
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const KEY = { secret: SECRET, url: `otpauth://totp/Agora:grace%40example.com?secret=${SECRET}` };
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mno${'234567abcd'[index]}`);
const SINCE = '2026-01-02T10:00:00.000Z';
const ACTIVE: Partial<UserMe> = { second_factor_at: SINCE, second_factors: ['code'] };

/** Opens the settings with a fake API of the second factor. */
async function open(me: UserMe, locale: Locale = 'en') {
  const now = { me };
  answer(users.readUserMe, () => ({ status: 200, body: { ...now.me, locale } }));
  answer(sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(contract.passkeys.readPasskeys, { status: 200, body: { data: [], count: 0 } });
  answer(secondFactor.readSecondFactor, () => ({
    status: 200,
    body: { second_factor_at: now.me.second_factor_at, recovery_codes_left: 7 },
  }));
  answer(secondFactor.setUpSecondFactor, { status: 200, body: KEY });
  const confirmations = answer(secondFactor.confirmSecondFactor, () => {
    now.me = { ...now.me, ...ACTIVE };
    return { status: 200, body: { recovery_codes: CODES } };
  });
  const renewals = answer(secondFactor.renewRecoveryCodes, { status: 200, body: { recovery_codes: CODES } });
  const removals = answer(secondFactor.removeSecondFactor, () => {
    now.me = { ...now.me, second_factor_at: null, second_factors: [] };
    return { status: 200, body: { message: 'ok' } };
  });
  const opened = await openPage('/settings', { as: me, locale });
  await screen.findByRole('heading', { name: locale === 'en' ? 'Profile' : 'Profil' });
  return { confirmations, renewals, removals, ...opened };
}

const panel = async (name = 'Two-step verification') => within(await screen.findByRole('region', { name }));
const dialogButton = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });

it('shows the key as QR code and text, takes a first code, and shows the recovery codes once', async () => {
  const { user, confirmations } = await open(aSuperuser());
  await user.click(await (await panel()).findByRole('button', { name: 'Set up' }));
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeVisible();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  const field = screen.getByLabelText(/^Code shown by the app/);
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  await user.type(field, '123456{Enter}');
  await expectToast('Two-step verification is on. Your other sessions have ended.');
  expect(confirmations.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  for (const code of CODES) expect((await panel()).getByText(code)).toBeVisible();
  expect(screen.queryByText(/GEZD/)).toBeNull();

  await user.click(await button('I have kept these codes'));
  expect(await screen.findByText(/On since 2 January 2026\..*7.recovery codes left/)).toBeVisible();
  expect(screen.queryByText(CODES[0] as string)).toBeNull();
});

it('copies and saves the recovery codes', async () => {
  const save = vi.spyOn(downloads, 'save').mockImplementation(() => undefined);
  const { user } = await open(aSuperuser());
  await press(user, 'Set up');
  await user.type(await screen.findByLabelText(/^Code shown by the app/), '123456{Enter}');
  await press(user, 'Copy');
  await expectToast('The codes are copied.');
  expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`);
  await press(user, 'Download');
  const [blob, name] = save.mock.calls[0] ?? [];
  expect([await blob?.text(), name]).toEqual([`${CODES.join('\n')}\n`, 'recovery-codes.txt']);
  save.mockRestore();
});

it('prints the recovery codes with the account and the day, on a sheet in place of the page', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = await open(aSuperuser());
  await press(user, 'Set up');
  await user.type(await screen.findByLabelText(/^Code shown by the app/), '123456{Enter}');
  await press(user, 'Print');
  expect(print).toHaveBeenCalledTimes(1);
  const sheet = document.querySelector('body > .printed');
  expect(sheet).toHaveTextContent(
    /^Agora: recovery codes.*Account grace@example\.com, codes of .*Each works once\./,
  );
  for (const code of CODES) expect(sheet).toHaveTextContent(code);
  await press(user, 'I have kept these codes');
  await waitFor(() => expect(document.querySelector('.printed')).toBeNull());
});

it('shows a wrong code at its field, and allows another one', async () => {
  const { user } = await open(aSuperuser());
  refuse(secondFactor.confirmSecondFactor, 'incorrect_code');
  await press(user, 'Set up');
  const field = await screen.findByLabelText(/^Code shown by the app/);
  await user.type(field, '000000{Enter}');
  await expectProblem(field, 'This code is wrong, or was already used.');
  await press(user, 'Cancel');
  expect(await button('Set up')).toBeVisible();
});

it('asks for the password if it was not entered recently', async () => {
  const { user } = await open(aSuperuser());
  refuse(secondFactor.setUpSecondFactor, 'password_required');
  await press(user, 'Set up');
  const passwords = answer(login.verifyPassword, () => {
    answer(secondFactor.setUpSecondFactor, { status: 200, body: KEY });
    return { status: 200, body: { message: 'ok' } };
  });
  await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeVisible();
  expect(passwords.map(({ body }) => body)).toEqual([{ password: 'correct horse' }]);
});

it('asks for a code beside the password where there is a second factor', async () => {
  const { user, removals } = await open(aSuperuser(ACTIVE));
  refuse(secondFactor.removeSecondFactor, 'password_required');
  await press(user, 'Turn off');
  await user.click(await dialogButton('Turn off'));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse');
  const code = screen.getByLabelText('Code of your authenticator app');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await user.click(await dialogButton('Confirm'));
  await expectProblem(code, /Enter the code/);
  refuse(login.verifyPassword, 'incorrect_code');
  await user.type(code, '000000{Enter}');
  await expectProblem(code, /This code is wrong/);
  const verified = answer(login.verifyPassword, () => {
    answer(secondFactor.removeSecondFactor, { status: 200, body: { message: 'ok' } });
    return { status: 200, body: { message: 'ok' } };
  });
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await expectToast('Two-step verification is off.');
  expect(verified.map(({ body }) => body)).toEqual([{ password: 'correct horse', code: '123456' }]);
  expect(removals).toEqual([]);
});

it('creates new recovery codes, and turns it off, after a question', async () => {
  const { user, renewals, removals } = await open(aColleague([], ACTIVE));
  await press(user, 'New recovery codes');
  await user.click(await dialogButton('Cancel'));
  await press(user, 'New recovery codes');
  await user.click(await dialogButton('Create new codes'));
  expect(await (await panel()).findByText(CODES[9] as string)).toBeVisible();
  expect(renewals).toHaveLength(1);
  await press(user, 'I have kept these codes');
  await press(user, 'Turn off');
  await user.click(await dialogButton('Turn off'));
  await expectToast('Two-step verification is off.');
  expect(removals).toHaveLength(1);
  expect(await button('Set up')).toBeVisible();
});

it.each([
  ['members', anAccount()],
  ['anybody where it is off', aSuperuser({ second_factor_policy: 'off' })],
])('is not shown to %s', async (_who, me) => {
  await open(me);
  expect(screen.queryByRole('heading', { name: 'Two-step verification' })).toBeNull();
});

it('is in French on a French page', async () => {
  const { user } = await open(aSuperuser({ second_factor_policy: 'required' }), 'fr');
  const french = await panel('Validation en deux étapes');
  expect(french.getByText(/Elle est obligatoire pour toute l’équipe\./)).toBeVisible();
  await user.click(await french.findByRole('button', { name: 'Activer' }));
  await user.type(await screen.findByLabelText(/^Code affiché par l’application/), '123456{Enter}');
  expect(await screen.findByText('Vos codes de secours')).toBeVisible();
  await waitFor(() => expect(french.getByRole('button', { name: 'J’ai conservé ces codes' })).toBeVisible());
});
