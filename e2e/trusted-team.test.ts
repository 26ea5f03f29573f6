import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { addPasskeyDevice, button, inDialog, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, pathOf } from './watching.ts';

const product = useProduct({ APPROVE_PUSHES_ABOVE: '0', PUSH_QUIET_HOURS: '00:00-00:00' });

it('sends an editor’s push once a sender approves it, and takes the editor’s role away under an open page', async () => {
  const { t } = product();
  const open = (path: string, as: Awaited<ReturnType<typeof t.member>>) =>
    product().open(path, { as, locale: 'en' });
  const [reader, editor, sender, moderator, analyst, superuser] = await Promise.all([
    t.member(),
    inEnglish(t, t.teamMember('editor')),
    inEnglish(t, t.teamMember('sender')),
    inEnglish(t, t.teamMember('moderator')),
    inEnglish(t, t.teamMember('analyst')),
    inEnglish(t, t.colleague()),
  ]);
  await t.call('PUT', `/app/devices/${randomUUID()}`, {
    token: reader.token,
    json: { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted' },
  });
  const name = marker();
  const { body: draft } = await t.call('POST', '/broadcasts/', {
    token: editor.token,
    json: {
      name,
      translations: { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } },
      audience: { member_ids: [reader.id] },
    },
  });

  const theirs = await open(`/broadcast/${draft.id}`, editor);
  await settle(theirs);
  await button(theirs, 'Ask for approval…').click();
  await theirs.getByLabel('Note for those who approve').fill('For tonight');
  await inDialog(theirs, 'Ask for approval').click();
  await expectToast(theirs, 'Approval is asked for.');

  const page = await open('/dashboard', sender);
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /To approve/ })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expectShown(row.getByText('For tonight'));
  await button(row, 'Approve…').click();
  await inDialog(page, /^Approve for 1.device$/).click();
  await expectToast(page, 'The notification is approved.');
  await expectShown(page.getByRole('heading', { name: 'Nothing to approve' }));
  await expectSoon(
    async () => (await t.call('GET', `/broadcasts/${draft.id}`, { token: sender.token })).body.status,
    'sent',
  );

  const closed = await open(`/broadcast/${draft.id}`, moderator);
  await expectShown(closed.getByRole('heading', { name: 'Your role doesn’t include this page' }));

  const figures = await open('/dashboard', analyst);
  await settle(figures);
  await figures
    .getByRole('button', { name: /^Export:/ })
    .first()
    .click();
  const download = figures.waitForEvent('download');
  await figures.getByRole('menuitem', { name: 'Table (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  const admin = await open('/settings', superuser);
  await addPasskeyDevice(admin);
  await button(admin, 'Add a passkey').click();
  await inDialog(admin, 'Save').click();
  await expectShown(admin.getByText(/^Added/));
  await button(admin, /^Account menu of/).click();
  await admin.getByRole('menuitem', { name: 'Log Out' }).click();
  // The device answers the browser's suggestion at once.
  await expectSoon(() => pathOf(admin), '/dashboard');
  await admin.goto(`${product().origin}/admin/${editor.id}`);
  await settle(admin);
  await admin.getByLabel('Role', { exact: true }).selectOption('None: member');
  await expectShown(theirs.getByRole('heading', { name: 'This page is for the team' }));
  expect(pathOf(theirs)).toBe(`/broadcast/${draft.id}`);
});
