import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, answerUnchecked, contract, refuse } from '../../../test/api.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectToast } from '../../../test/screen.ts';

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
  expect((await row(/^Audit log/)).getByText(/^730\sdays$/)).toBeVisible();
  await user.click(await button('Export the record as CSV'));
  expect(saved).toEqual(['record-of-processing.csv']);
});
