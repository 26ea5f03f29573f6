import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, expectSoon, inEnglish, signIn, toasts } from './watching.ts';

const product = useProduct();

/** 24rem */
const WIDTH = 384;
const WIDTHS = [
  [390, 844],
  [768, 1024],
  [1366, 768],
] as const;
const PATHS = [
  '/dashboard',
  '/members',
  '/members/new',
  '/items',
  '/settings',
  '/daily-message',
  '/daily-message?view=list',
  '/daily-message/new',
  '/broadcast',
  '/broadcast/new',
  '/news',
  '/messages',
  '/rates',
  '/audit-log',
];

/** Widths at which what is high on a page and free of buttons is the search: that is not covered either. */
const TIGHT: Record<string, number> = { '/items': 768, '/daily-message?view=list': 768 };

/** Parts of an open conversation that are read, written in and pressed. */
const CONVERSATION = '[aria-label="Conversation"] :is(h2, li, details[open], textarea, a, button)';

/**
 * Position of the toasts, and what they cover: of the bar, the head and the search, of other buttons, and of
 * an open conversation.
 */
const look = (page: Page) =>
  toasts(page).evaluateAll((all, parts) => {
    const boxes = all.map((toast) => toast.getBoundingClientRect());
    const [{ left, right, width } = new DOMRect()] = boxes;
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const coveredOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((it) => it.checkVisibility({ visibilityProperty: true }))
        .filter((it) => {
          const box = it.getBoundingClientRect();
          return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
        })
        .map((it) => it.getAttribute('aria-label') ?? it.textContent);
    const head = coveredOf('.mantine-AppShell-header, header:has(h1) :is(a, button), [type="search"]');
    const buttons = coveredOf(
      ':is(button, [role="button"], .mantine-Button-root):not([data-sonner-toast] *)',
    );
    const conversation = coveredOf(parts);
    const isHigh = top <= innerHeight / 2;
    return {
      count: all.length,
      top,
      fromRight: innerWidth - right,
      width,
      isHigh,
      head,
      buttons,
      conversation,
    };
  }, CONVERSATION);

/** Number of toasts, and the buttons that they cover. */
const covered = (page: Page) => async () => {
  const { count, buttons } = await look(page);
  return [count, buttons];
};

/** Triggers toasts on any page by a preference that cannot be saved, until there are `count`, at rest. */
async function raise(page: Page, count = 1): Promise<void> {
  await page.route('**/api/v1/preferences/', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: {} }),
  );
  for (let number = (await toasts(page).count()) + 1; number <= count; number++) {
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await expectSoon(() => toasts(page).count(), number);
  }
  await page.mouse.move(0, 0);
  await expectSoon(
    () =>
      toasts(page).evaluateAll(
        (all) => all.flatMap((toast) => toast.getAnimations({ subtree: true })).length,
      ),
    0,
  );
}

describe('a toast', () => {
  let admin: Account;
  beforeAll(async () => {
    const { t } = product();
    admin = await inEnglish(t, t.superuser());
    const { token } = admin;
    for (let number = 1; number <= 12; number++) {
      const member = await t.member({ full_name: `Zoé ${number}` });
      const json = { subject: `About ${number}`, body: 'Where?', client_token: randomUUID() };
      await t.call('POST', '/app/messages', { token: member.token, json });
      await t.call('POST', '/items/', { token, json: { title: `Item ${number}` } });
      const fr = { title: `Un titre ${number}`, body: 'Bonjour' };
      await t.call('POST', '/daily-messages/', { token, json: { translations: { fr } } });
      const content = { translations: { fr: { title: fr.title } } };
      await t.call('POST', '/news/', { token, json: { content } });
    }
  });

  it.each(PATHS)(
    'is at the top end of %s on every screen and covers no button; three cover neither head nor search',
    async (path) => {
      const page = await product().open(path, {
        as: admin,
        locale: 'en',
        theme: 'light',
      });
      for (const [width, height] of WIDTHS) {
        await page.setViewportSize({ width, height });
        await page.reload();
        await settle(page);
        await raise(page);
        const { head, buttons, isHigh, fromRight, ...toast } = await look(page);
        const covered = TIGHT[path] === width ? head : [...head, ...buttons];
        expect(covered, `covered at ${width}`).toEqual([]);
        expect(isHigh).toBe(true);
        expect(toast.width).toBe(width < 768 ? width - 24 : WIDTH);
        expect(fromRight).toBe(width < 768 ? 12 : 16);
        await raise(page, 3);
        const three = await look(page);
        expect([three.head, three.isHigh], `covered by three at ${width}`).toEqual([[], true]);
      }
    },
  );

  it('goes out of the way of what comes below it', async () => {
    const page = await product().open('/members/new', {
      as: admin,
      locale: 'en',
      viewport: { width: 1366, height: 768 },
    });
    await settle(page);
    await page.getByLabel('Email', { exact: true }).fill(randomEmail());
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.waitForURL(/[\da-f-]{36}$/);
    await settle(page);
    await expectShown(toasts(page).first());
    await page.getByRole('link', { name: 'News', exact: true }).click();
    await expectShown(page.getByRole('link', { name: 'New article' }).first());
    await page.mouse.move(0, 0);
    await expectSoon(covered(page), [1, []]);
  });

  it.each(WIDTHS)(
    'covers nothing of the conversation that is opened next, %i pixels wide',
    async (width, height) => {
      const page = await product().open('/messages?tab=unassigned', {
        as: admin,
        locale: 'en',
        viewport: { width, height },
      });
      await page.getByRole('link', { name: 'Zoé' }).first().click();
      await page.getByRole('button', { name: 'Assign to me' }).click();
      await expectShown(toasts(page).first());
      const first = await page.getByRole('heading', { level: 2, name: 'About' }).textContent();
      await page.getByRole('link', { name: 'Next conversation' }).click();
      await page
        .getByRole('heading', { level: 2, name: 'About' })
        .filter({ hasNotText: String(first) })
        .waitFor();
      await page.mouse.move(0, 0);
      await expectSoon(
        async () => {
          const { conversation, isHigh } = await look(page);
          return { conversation, isHigh };
        },
        { conversation: [], isHigh: true },
      );
    },
  );

  it('stays where it is while somebody points at it', async () => {
    const page = await product().open('/dashboard', { as: admin, locale: 'en', theme: 'light' });
    await settle(page);
    await raise(page);
    const { top } = await look(page);
    await toasts(page).first().hover();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect((await look(page)).top).toBe(top);
  });

  it('is at the top end of the pages before signing in, too', async () => {
    const page = await product().open('/login', { locale: 'en' });
    await signIn(page, { email: randomEmail(), password: 'not the password' });
    await expectShown(toasts(page).first());
    await expectSoon(covered(page), [1, []]);
    const { width, fromRight, isHigh } = await look(page);
    expect({ width, fromRight, isHigh }).toEqual({ width: WIDTH, fromRight: 16, isHigh: true });
  });
});
