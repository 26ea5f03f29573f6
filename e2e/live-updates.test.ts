import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from '../apps/api/test/harness.ts';
import { freePort } from '../apps/api/test/ports.ts';
import { PHONE, useProduct } from './harness.ts';
import { button, inDialog, marker, settle, titleIn } from './steps.ts';
import { expectShown, expectSoon, inEnglish, placeOf, requestsOf } from './watching.ts';

const product = useProduct();

/** A second instance on the same database. */
let other: TestService;
let otherOrigin: string;
beforeAll(async () => {
  const port = await freePort();
  otherOrigin = `http://localhost:${port}`;
  const settings = { FRONTEND_HOST: otherOrigin };
  other = await TestService.start({ beside: product().t, settings });
  await other.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => other.stop());

async function openAs(path: string, options: object = {}): Promise<Page> {
  const as = await inEnglish(product().t, product().t.superuser());
  const page = await product().open(path, { as, locale: 'en', ...options });
  await settle(page);
  return page;
}

/** Waits until a page receives events; from then on it does not need to poll. */
const listening = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/v1/events') && response.ok());

async function openListening(path: string, options: object = {}): Promise<Page> {
  const page = await openAs('/settings', options);
  const heard = listening(page);
  await page.goto(new URL(path, page.url()).href);
  await Promise.all([heard, settle(page)]);
  return page;
}

async function send(subject: string): Promise<string> {
  const { token } = await product().t.member();
  const json = { subject, body: 'Where is it?', client_token: crypto.randomUUID() };
  const { body } = await product().t.call('POST', '/app/messages', { token, json });
  return body.id;
}
const api = async (method: string, path: string, json?: object) => {
  const { token } = await product().t.superuser();
  return product().t.call(method, path, { token, ...(json && { json }) });
};

describe('what others do', () => {
  it('shows in badge, title, dashboard and list of every page, on every instance', async () => {
    const pages = [
      await openListening('/messages'),
      await openListening('/dashboard', { origin: otherOrigin }),
    ];
    const [inbox, dashboard] = pages as [Page, Page];
    const subject = marker();
    const id = await send(subject);
    await expectShown(inbox.getByRole('listitem').filter({ hasText: subject }));
    await expectSoon(() => inbox.title(), '(1) Received messages · Agora');
    for (const page of pages)
      await expectShown(page.getByRole('navigation', { name: 'Main menu' }).getByText('1 awaiting reply'));
    await expectShown(dashboard.getByRole('link', { name: /^Conversations awaiting reply\s*1/ }));
    await api('PATCH', `/messages/${id}`, { status: 'closed' });
    await expectSoon(() => inbox.title(), 'Received messages · Agora');
    await expectShown(dashboard.getByRole('link', { name: /^Conversations awaiting reply\s*0/ }));
  });

  it('shows in lists, and leaves what is being written as it is', async () => {
    const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const list = await openListening('/members', { origin: otherOrigin });
    const form = await openListening(`/members/${member.id}?view=account`);
    await form.getByLabel('Full name').fill('Zoé, half wri');
    await form.getByLabel('Full name').focus();
    const reads = requestsOf(form, 'GET', new RegExp(`/users/${member.id}$`));
    const name = marker();
    await api('PATCH', `/users/${member.id}`, { full_name: name });
    await expectShown(list.getByRole('link', { name }), form.getByRole('heading', { level: 1, name }));
    expect(reads.length).toBeGreaterThan(0);
    expect(await form.getByLabel('Full name').inputValue()).toBe('Zoé, half wri');
  });

  it('says on a page that what it shows was deleted, and keeps what is being written', async () => {
    const translations = { fr: { title: marker(), body: 'À tous' }, en: null };
    const { body: message } = await api('POST', '/daily-messages/', { day: null, translations });
    const content = { translations: { fr: { title: marker() } } };
    const { body: article } = await api('POST', '/news/', { content });
    const { body: push } = await api('POST', '/broadcasts/', { translations });
    for (const [page, row, text] of [
      [`/daily-message/${message.id}`, `/daily-messages/${message.id}`, 'This message is gone.'],
      [`/news/${article.id}`, `/news/${article.id}`, 'This article no longer exists.'],
      [`/broadcast/${push.id}`, `/broadcasts/${push.id}`, 'This notification is gone.'],
    ] as const) {
      const form = await openListening(page);
      const title = titleIn(form, 'French');
      await title.fill('Half wri');
      await form.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await api('DELETE', row);
      const notice = form.getByRole('status').getByText(text);
      await expectShown(notice);
      const { y = -1 } = (await notice.boundingBox()) ?? {};
      expect([page, y >= 0 && y < 200]).toEqual([page, true]);
      expect(await title.inputValue()).toBe('Half wri');
    }
  });

  it('is not told of by whoever deletes what is open, and leaves its page by that', async () => {
    const content = { translations: { fr: { title: marker() } } };
    const { body: article } = await api('POST', '/news/', { content });
    const page = await openListening(`/news/${article.id}`);
    await page.evaluate(() => {
      const look = () => {
        if (/still shows what was deleted/.test(document.body.textContent))
          document.body.dataset['told'] = '';
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectShown(page.getByRole('link', { name: 'New article' }).first());
    expect(await page.locator('body[data-told]').count()).toBe(0);
  });

  it.each([
    ['a message of the day', '/daily-message/', '/daily-messages/', { day: null }, []],
    ['an article', '/news/', '/news/', { content: { translations: { fr: { title: 'Adieu' } } } }, []],
    ['a push', '/broadcast/', '/broadcasts/', {}, ['Delete']],
    [
      'a member',
      '/members/',
      '/users/',
      { email: 'gone@example.com', password: 'a long password' },
      ['Delete'],
    ],
  ])('is read no more by whoever deletes %s on its page', async (_noun, pages, rows, json, answers) => {
    const { body } = await api('POST', rows, json);
    const page = await openListening(`${pages}${body.id}?view=account`);
    product().own(page);
    const missed: string[] = [];
    page.on('response', (response) => response.status() === 404 && missed.push(response.url()));
    // The event arrives before the answer.
    await page.route(new RegExp(`api/v1${rows}${body.id}$`), async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      const response = await route.fetch();
      await page.waitForTimeout(1_000);
      return route.fulfill({ response });
    });
    // On a slow machine the old page stays for some time after the address has changed.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await button(page, 'Delete').click();
    for (const answer of answers) await inDialog(page, answer).click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith(pages));
    await settle(page);
    expect(missed).toEqual([]);
  });

  it('shows where it happened after a page was read, and before its stream was open', async () => {
    const page = await openListening('/settings');
    const { promise: sent, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/api/v1/events', async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto(`${product().origin}/messages`);
    await settle(page);
    const subject = marker();
    await send(subject);
    open();
    await expectShown(page.getByRole('listitem').filter({ hasText: subject }));
  });

  it('shows once the stream comes back, where it was lost', async () => {
    const page = await openAs('/settings');
    await page.goto('about:blank');
    await page.route('**/api/v1/events', (route) => route.abort());
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
    await page.goto(`${product().origin}/messages`);
    await Promise.all([lost, settle(page)]);
    const subject = marker();
    await send(subject);
    await page.unroute('**/api/v1/events');
    await expectShown(page.getByRole('listitem').filter({ hasText: subject }));
  });

  it('ends with the session: the page goes to the login', async () => {
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await openListening('/messages', { as: account });
    await product().t.call('DELETE', '/sessions/current', { token: account.token });
    await expectSoon(() => placeOf(page), '/login');
  });
});

describe('who else is here', () => {
  const colleague = () => inEnglish(product().t, product().t.colleague());

  it('is told on the page of a message of the day, and that they change it', async () => {
    const { token } = await product().t.superuser();
    const { body } = await product().t.call('POST', '/daily-messages/', { token, json: { status: 'draft' } });
    const path = `/daily-message/${body.id}`;
    const mine = await openListening(path);
    const she = await colleague();
    const name = she.email;
    const hers = await product().open(path, { as: she, locale: 'en', origin: otherOrigin });
    await expectShown(mine.getByText(`${name} is also here`), hers.getByText('is also here'));
    await hers.getByLabel('Title').first().fill('Hello');
    await expectShown(mine.getByText(`${name} is editing`));
    await hers.getByRole('button', { name: /^Save/ }).first().click();
    await expectShown(mine.getByText(`${name} is also here`));
    await hers
      .getByRole('link', { name: /Calendar|Back/ })
      .first()
      .click();
    await expectSoon(() => mine.getByText(name).and(mine.getByText('here')).count(), 0);
  });

  it('is told beside a reply, before two people write the same', async () => {
    const id = await send(marker());
    const mine = await openListening(`/messages/${id}?tab=all`, { viewport: PHONE });
    const she = await colleague();
    const hers = await product().open(`/messages/${id}?tab=all`, { as: she, locale: 'en' });
    await hers.getByRole('textbox', { name: 'Reply' }).fill('Hel');
    await expectShown(mine.getByText(`${she.email} is writing a reply`));
    expect(await mine.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await hers.close();
    // Long before the 40 seconds after which the service forgets a silent page.
    await expectSoon(() => mine.getByText(she.email).count(), 0);
  });
});
