import { describe, expect, it } from 'vitest';
import { panel, useBroadcasts } from './broadcast-steps.ts';
import { button, inDialog, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, placeOf, problemAt } from './watching.ts';

const { product, api, openAs, reader, draftTo, read } = useBroadcasts();

/** Body of an article that members can read; its slug comes from the title. */
const BODY = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] }] };

const contentOf = (name: string, state = 'ready') => ({
  translations: {
    fr: { title: name, excerpt: `About ${name}`, body: BODY, state: 'ready' },
    en: { title: `${name} in English`, excerpt: `About ${name} in English`, body: BODY, state },
  },
});

async function publish(title: string): Promise<string> {
  const { id, version } = await api('POST', '/news/', { content: contentOf(title) });
  await api('POST', `/news/${id}/publish`, { version });
  return id;
}

describe('a push', () => {
  it('leads to an article, to a page, or to a site that the service knows', async () => {
    const title = marker();
    await publish(title);
    const { id } = await draftTo([]);
    const page = await openAs(`/broadcast/${id}`);
    await page.getByRole('radio', { name: 'An article', exact: true }).check();
    await page.getByLabel('Search among published articles').first().fill(title);
    await page.getByRole('option', { name: title }).click();
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    expect((await read(id)).link).toBe(`/news/${title}`);
    await page.getByRole('radio', { name: 'An article', exact: true }).press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expectShown(page.getByText(`/news/${title}`));
    await page.getByRole('radio', { name: 'Another address', exact: true }).check();
    const address = page.getByLabel('Path in the app, or address');
    await address.fill('https://evil.example/');
    await button(page, 'Save').click();
    await expectSoon(async () => (await problemAt(address))?.startsWith('Enter a path in the app'), true);
  });
});

describe('a published article', () => {
  it('is pushed once, with what it says', async () => {
    const title = marker();
    const article = await publish(title);
    const { version } = await api('GET', `/news/${article}`);
    await api('PATCH', `/news/${article}`, { version, content: contentOf('Not published', 'draft') });
    const member = await reader();
    const page = await openAs(`/news/${article}`);
    await page.getByRole('link', { name: 'Send a notification…' }).click();
    await page.waitForURL('**/broadcast/new?**');
    await expectSoon(
      () => panel(page, 'English').getByLabel('Title', { exact: true }).inputValue(),
      `${title} in English`,
    );
    await page.getByRole('radio', { name: /^Some members/ }).check();
    await page.getByLabel('Members chosen by hand').first().fill(member.email);
    await page.getByRole('listbox', { name: 'Members chosen by hand' }).getByRole('option').click();
    await button(page, 'Save').click();
    await page.waitForURL(/broadcast\/[\da-f-]{36}$/);
    const id = placeOf(page).split('/')[2] ?? '';
    expect(await read(id)).toMatchObject({
      source: 'news',
      source_id: article,
      category: 'news',
      link: `/news/${title}`,
      translations: { fr: { title, body: `About ${title}` } },
    });
    await button(page, 'Send…').click();
    await inDialog(page, /^Send to 1.device$/).click();
    await expectSoon(async () => (await read(id)).status, 'sent');
    await page.goto(`${product().origin}/news/${article}`);
    await settle(page);
    await expectShown(page.getByRole('link', { name: /^Sent on/ }));
    await page.goto(`${product().origin}/broadcast/new?article=${article}`);
    await expectShown(page.getByText(/^This article already has its notification/));
    await page.getByRole('link', { name: 'See that notification' }).click();
    await page.waitForURL(`**/broadcast/${id}`);
  });
});

describe('an article whose push was stopped before anybody got it', () => {
  it('can be pushed again', async () => {
    const article = await publish(marker());
    const { id } = await api('POST', '/broadcasts/', { source: 'news', source_id: article });
    const stopped = (is_claimed: boolean) =>
      product().t.db.execute(`update broadcasts
        set status = 'cancelled', started_at = now(), finished_at = now(), is_claimed = ${is_claimed} where id = '${id}'`);
    await stopped(true);
    const page = await openAs(`/news/${article}`);
    await expectShown(page.getByRole('link', { name: /^Sent on|^Cancelled|^Stopped/ }));
    await stopped(false);
    await page.goto(`${product().origin}/news/${article}`);
    await settle(page);
    await expectShown(page.getByRole('link', { name: 'Send a notification…' }));
  });
});

describe('a push about an article that can’t be read at the moment', () => {
  it('says so, and is written once it can be', async () => {
    const title = marker();
    const article = await publish(title);
    const page = await openAs('/broadcast');
    let isAway = true;
    await page.route(`**/api/v1/news/${article}**`, (route) =>
      isAway
        ? route.fulfill({ status: 503, json: { detail: 'Not now', code: 'service_unavailable' } })
        : route.continue(),
    );
    await page.goto(`${product().origin}/broadcast/new?article=${article}`);
    const again = button(page, 'Try again');
    await again.waitFor();
    expect(await page.getByLabel('Title', { exact: true }).count()).toBe(0);
    isAway = false;
    await again.click();
    await expectSoon(
      () => panel(page, 'English').getByLabel('Title', { exact: true }).inputValue(),
      `${title} in English`,
    );
  });
});
