import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { button, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, toasts } from './watching.ts';

const product = useProduct();

async function openAs(path: string, account: Promise<Account>): Promise<Page> {
  const page = await product().open(path, { as: await inEnglish(product().t, account), locale: 'en' });
  await settle(page);
  return page;
}

/** Starts a conversation as a member of the app. */
async function send() {
  const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
  const json = { subject: marker(), body: 'Where is it?', client_token: crypto.randomUUID() };
  const { body } = await product().t.call('POST', '/app/messages', { token: member.token, json });
  return { id: body.id as string, member, subject: body.subject as string };
}

const mine = async (id: string, { token }: Account) =>
  (await product().t.call('GET', `/app/messages/${id}`, { token })).body.entries.map(
    ({ body }: { body: string }) => body,
  );
const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Inbox/ });
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const replyField = (page: Page) => page.getByLabel('Reply to Zoé Lefèvre');

it('snoozes a conversation with a key, on every open page, until the member writes', async () => {
  const { t } = product();
  await t.db.execute('delete from message_threads');
  const { id, member, subject } = await send();
  const page = await openAs(`/messages/${id}`, t.superuser());
  const theirs = await openAs('/messages', t.colleague());
  await expectShown(row(theirs, subject), menuEntry(theirs).getByText('1 awaiting reply'));
  await expectShown(page.getByRole('heading', { name: subject, exact: true }));
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: /^Tomorrow.+09:00/ }).click();
  await expectShown(toasts(page).getByText(/^Snoozed until/));
  await expectShown(page.getByText('Everybody has an answer'), theirs.getByText('Everybody has an answer'));
  await expectSoon(() => menuEntry(theirs).textContent(), 'Inbox');

  await theirs.getByRole('link', { name: 'Snoozed' }).click();
  await expectShown(row(theirs, subject).getByText(/^Until /));
  await row(theirs, subject).getByRole('link').click();
  await expectShown(theirs.getByText(/snoozed this conversation until .+ It returns earlier/));
  const json = { body: 'Anybody?', client_token: crypto.randomUUID() };
  await t.call('POST', `/app/messages/${id}/replies`, { token: member.token, json });
  await expectShown(row(page, subject), menuEntry(theirs).getByText('1 awaiting reply'));
});

it('takes a reply back before it is mailed, then sends it even if the page is closed, and another one later', async () => {
  const { t, mails } = product();
  const { id, member } = await send();
  const mailed = () => mails.received.filter(({ to }) => to.includes(member.email)).length;
  const page = await openAs(`/messages/${id}?tab=all`, t.superuser());
  await replyField(page).fill('On the frist screen.');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Your reply goes out in 10 seconds.');
  await page.getByRole('heading', { level: 2 }).click();
  await page.keyboard.press('Control+z');
  await expectSoon(() => replyField(page).inputValue(), 'On the frist screen.');

  await replyField(page).fill('On the first screen.');
  await button(page, 'Send later').click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expectShown(page.getByText(/^Goes out on /));
  await replyField(page).fill('One moment.');
  await button(page, 'Send').click();
  await expectToast(page, 'Your reply goes out in 10 seconds.');
  // The page is gone: the server sends it.
  await page.goto('about:blank');
  expect(await mine(id, member)).toEqual(['Where is it?']);
  await expect.poll(mailed, { timeout: 30_000 }).toBe(1);
  expect(await mine(id, member)).toEqual(['Where is it?', 'One moment.']);

  const again = await openAs(`/messages/${id}?tab=all`, t.superuser());
  await expectShown(again.getByText(/^Goes out on /));
  await button(again, 'Send now').click();
  await expectToast(again, 'Reply sent.');
  await expect.poll(mailed, { timeout: 30_000 }).toBe(2);
  expect(await mine(id, member)).toEqual(['Where is it?', 'One moment.', 'On the first screen.']);
});
