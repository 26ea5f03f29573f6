import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { TestService } from '../apps/api/test/harness.ts';
import { freePort } from '../apps/api/test/ports.ts';
import { useProduct } from './harness.ts';
import { button, marker, settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish } from './watching.ts';

const product = useProduct();

/** A second instance on the same database. */
let other: TestService;
let otherOrigin: string;
beforeAll(async () => {
  const port = await freePort();
  otherOrigin = `http://localhost:${port}`;
  other = await TestService.start({ beside: product().t, settings: { FRONTEND_HOST: otherOrigin } });
  await other.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => other.stop());

/** Opens a page and waits until it receives events; from then on it does not need to poll. */
async function openListening(path: string, options: object = {}): Promise<Page> {
  const as = await inEnglish(product().t, product().t.superuser());
  const page = await product().open('/settings', { as, locale: 'en', ...options });
  await settle(page);
  const heard = page.waitForResponse(
    (response) => response.url().endsWith('/api/v1/events') && response.ok(),
  );
  await page.goto(new URL(path, page.url()).href);
  await Promise.all([heard, settle(page)]);
  return page;
}

const api = async (method: string, path: string, json?: object) => {
  const { token } = await product().t.superuser();
  return product().t.call(method, path, { token, ...(json && { json }) });
};

it('shows changes by other users in badge, title, dashboard and list of every page, on every instance', async () => {
  const inbox = await openListening('/messages');
  const dashboard = await openListening('/dashboard', { origin: otherOrigin });
  const subject = marker();
  const { token } = await product().t.member();
  const json = { subject, body: 'Where is it?', client_token: crypto.randomUUID() };
  const { body } = await product().t.call('POST', '/app/messages', { token, json });
  await expectShown(inbox.getByRole('listitem').filter({ hasText: subject }));
  await expectSoon(() => inbox.title(), '(1) Inbox · Agora');
  for (const page of [inbox, dashboard])
    await expectShown(page.getByRole('navigation', { name: 'Main menu' }).getByText('1 awaiting reply'));
  await expectShown(dashboard.getByRole('link', { name: /^Conversations awaiting reply\s*1/ }));
  await api('PATCH', `/messages/${body.id}`, { status: 'closed' });
  await expectSoon(() => inbox.title(), 'Inbox · Agora');
  await expectShown(dashboard.getByRole('link', { name: /^Conversations awaiting reply\s*0/ }));
});

it('shows who else has a daily message open, and whether they are editing it', async () => {
  const { body } = await api('POST', '/daily-messages/', { status: 'draft' });
  const path = `/daily-message/${body.id}`;
  const mine = await openListening(path);
  const she = await inEnglish(product().t, product().t.colleague());
  const hers = await product().open(path, { as: she, locale: 'en', origin: otherOrigin });
  await expectShown(mine.getByText(`${she.email} is also here`), hers.getByText('is also here'));
  await hers.getByLabel('Title').first().fill('Hello');
  await expectShown(mine.getByText(`${she.email} is editing`));
  await button(hers, /^Save/).first().click();
  await expectShown(mine.getByText(`${she.email} is also here`));
  await hers.close();
  // Long before the 40 seconds after which the service removes a silent page.
  await expectSoon(() => mine.getByText(she.email).and(mine.getByText('here')).count(), 0);
});
