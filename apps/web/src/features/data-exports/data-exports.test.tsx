import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, answerUnchecked, contract, refuse } from '../../../test/api.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectToast, press } from '../../../test/screen.ts';
import { setLocale } from '../../platform/i18n.ts';
import { keptText } from './kept-text.ts';

const { dataExports } = contract;
const OK = { status: 200 as const, body: { message: 'ok' } };
const MEMBER = anAccount({ id: idOf(7), full_name: 'Ada Lovelace' });

async function openMember(as = aSuperuser()) {
  answer(contract.users.readUserById, { status: 200, body: MEMBER });
  answer(contract.devices.readDevices, { status: 200, body: { data: [], count: 0 } });
  return openPage(`/members/${MEMBER.id}?view=devices`, { as });
}

it('orders a copy of one’s own data', async () => {
  answer(contract.sessions.readSessions, { status: 200, body: { data: [], count: 0 } });
  answer(contract.passkeys.readPasskeys, { status: 200, body: { data: [], count: 0 } });
  const requests = answer(dataExports.requestMyDataExport, OK);
  const { user } = await openPage('/settings', { as: anAccount() });
  await user.click(await button('Send me a copy'));
  await expectToast('A link comes by email in a few minutes.');
  expect(requests).toHaveLength(1);
});

it('sends a copy to a member after a question', async () => {
  const requests = answer(dataExports.requestDataExport, OK);
  const { user } = await openMember();
  await user.click(await button('Other actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Send a copy of their data' }));
  const question = await screen.findByRole('dialog', { name: 'Send Ada Lovelace a copy of their data?' });
  expect(requests).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Send a copy of their data' }));
  await expectToast('Ada Lovelace gets a link by email.');
  expect(requests[0]?.params).toEqual({ user_id: MEMBER.id });
});

it('offers that only to colleagues who may export members', async () => {
  const { user } = await openMember(aColleague(['members.read', 'members.deactivate']));
  await user.click(await button('Other actions'));
  await screen.findByRole('menuitem', { name: 'Sign out everywhere' });
  expect(screen.queryByRole('menuitem', { name: 'Send a copy of their data' })).toBeNull();
});

it('downloads the copy by the token of the link, after a click', async () => {
  const bodies: unknown[] = [];
  answerUnchecked(dataExports.downloadDataExport, async (request) => {
    bodies.push(await request.json());
    return HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'content-type': 'application/zip' } });
  });
  const { user } = await openPage('/data-export?token=secret');
  await user.click(await button('Download my data'));
  await screen.findByRole('heading', { name: 'Your data is downloaded' });
  expect(bodies).toEqual([{ token: 'secret' }]);
  expect(window.location.href).not.toContain('secret');
});

it('says that a link has expired', async () => {
  refuse(dataExports.downloadDataExport, 'invalid_token');
  const { user } = await openPage('/data-export?token=old');
  await user.click(await button('Download my data'));
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

it('lists what is kept and for how long, and exports it', async () => {
  const kept = [
    { code: 'accounts', days: null },
    { code: 'audit_log', days: 730 },
  ] as const;
  answer(dataExports.readKeptData, { status: 200, body: { data: [...kept], count: 2 } });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = await openPage('/data-protection', { as: aColleague(['members.read']) });
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/^Name, address/)).getByText('As long as the account')).toBeVisible();
  expect((await row(/^Audit log/)).getByText(/^2\syears$/)).toBeVisible();
  await user.click(await button('Export the record as CSV'));
  expect(saved).toEqual(['record-of-processing.csv']);
});

const PERIODS = [
  { code: 'conversations', days: null, default_days: null, updated_at: null },
  { code: 'audit_log', days: 730, default_days: 730, updated_at: null },
] as const;

async function openPeriods(locale: 'en' | 'fr' = 'en', as = aSuperuser()) {
  answer(dataExports.readKeptData, { status: 200, body: { data: [], count: 0 } });
  answer(dataExports.readRetention, { status: 200, body: { data: [...PERIODS], count: 2 } });
  return openPage('/data-protection', { as, locale });
}

it('says what a shorter period would delete before it is saved, and asks for the password', async () => {
  const previews = answer(dataExports.previewRetention, { status: 200, body: { count: 12, is_more: false } });
  refuse(dataExports.updateRetention, 'password_required');
  const { user } = await openPeriods();
  await user.click(await button('Change how long to keep: Conversations with the team, with their pictures'));
  const modal = within(await screen.findByRole('dialog'));
  expect(modal.getByRole('status')).toHaveTextContent('This deletes nothing now.');
  expect(previews).toEqual([]);
  await user.selectOptions(modal.getByLabelText('Keep for'), '365');
  expect(modal.getByLabelText('Keep for')).toHaveAccessibleDescription(/^1\syear once closed$/);
  await waitFor(() =>
    expect(modal.getByRole('status')).toHaveTextContent(/^This deletes 12\sentries now\.$/),
  );
  expect(previews.map(({ params, query }) => [params, query])).toEqual([
    [{ code: 'conversations' }, { days: '365' }],
  ]);
  await user.click(modal.getByRole('button', { name: 'Save' }));
  const passwords = answer(contract.login.verifyPassword, OK);
  const prompt = within(await screen.findByRole('dialog', { name: 'Confirm with your password' }));
  const saved = answer(dataExports.updateRetention, {
    status: 200,
    body: { code: 'conversations', days: 365, default_days: null, updated_at: '2026-01-02T10:00:00.000Z' },
  });
  await user.type(prompt.getByLabelText('Your password'), 'correct horse{Enter}');
  await expectToast('The period is saved.');
  expect(passwords).toHaveLength(1);
  expect(saved.map(({ params, body }) => [params, body])).toEqual([
    [{ code: 'conversations' }, { days: 365 }],
  ]);
});

it('counts no further than ten thousand, in French', async () => {
  answer(dataExports.previewRetention, { status: 200, body: { count: 10_000, is_more: true } });
  const { user } = await openPeriods('fr');
  await press(user, /^Modifier la durée de conservation\s: Journal d’audit/);
  expect(await screen.findByText(/^Plus de 10\s000 entrées seront supprimées aussitôt\.$/)).toBeVisible();
  expect(screen.getByLabelText('Conserver')).toHaveDisplayValue('Par défaut');
  expect(screen.getByLabelText('Conserver')).toHaveAccessibleDescription(/^2\sans$/);
});

it('shows periods to choose to superusers alone', async () => {
  answer(dataExports.readKeptData, { status: 200, body: { data: [], count: 0 } });
  await openPage('/data-protection', { as: aColleague(['members.read']) });
  await screen.findByRole('heading', { name: 'What members can ask for' });
  expect(screen.queryByRole('heading', { name: 'How long to keep' })).toBeNull();
  expect(screen.getByText(/^The scores of ratings, without name or comment/)).toBeVisible();
});

it.each([
  [90, 'en', /^90\sdays$/],
  [364, 'en', /^364\sdays$/],
  [365, 'en', /^1\syear$/],
  [366, 'en', /^1\syear$/],
  [367, 'en', /^367\sdays$/],
  [3_652, 'fr', /^10\sans$/],
] as const)('writes a period of %i days in %s as years only if it is some', (days, locale, text) => {
  setLocale(locale);
  expect(keptText('audit_log', days)).toMatch(text);
});
