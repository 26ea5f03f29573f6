import { expect, it } from 'vitest';
import { PHONE, useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, inEnglish } from './watching.ts';

const product = useProduct();

const SCREENS = {
  fr: [
    ['/dashboard', 'Dashboard'],
    ['/daily-message', 'Message du jour'],
    ['/broadcast', 'Notifications push'],
    ['/news', 'News'],
    ['/messages', 'Messages reçus'],
    ['/members', 'Membres'],
    ['/admin', 'Comptes administrateurs'],
    ['/settings', 'Mon compte'],
  ],
  en: [
    ['/items', 'Items'],
    ['/rates', 'Ratings'],
    ['/audit-log', 'Audit log'],
  ],
} as const;

it.each(['fr', 'en'] as const)(
  'each screen says in a few sentences what it is for, in %s',
  async (locale) => {
    const { t } = product();
    const admin = locale === 'en' ? await inEnglish(t, t.colleague()) : await t.colleague();
    const page = await product().open('/dashboard', { as: admin, locale });
    const texts = new Set<string>();
    for (const [path, name] of SCREENS[locale]) {
      await page.goto(product().origin + path);
      await settle(page);
      await page.getByRole('button', { name: locale === 'fr' ? 'Aide' : 'Help', exact: true }).click();
      const section = page
        .getByRole('dialog')
        .locator('section')
        .filter({
          has: page.getByRole('heading', { name, exact: true }),
        });
      const text = await section.locator('p').innerText();
      expect(text.match(/[.!?](?=\s|$)/g)?.length, `${path}: ${text}`).toBeGreaterThanOrEqual(3);
      texts.add(text);
      await page.keyboard.press('Escape');
    }
    expect(texts.size).toBe(SCREENS[locale].length);
  },
);

it('is in the menu of the account on a phone, for the page of a row too', async () => {
  const { t } = product();
  const page = await product().open(`/members/${(await t.member()).id}`, {
    as: await inEnglish(t, t.colleague()),
    locale: 'en',
    viewport: PHONE,
  });
  await settle(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expectShown(page.getByRole('dialog').getByText(/^Everybody who uses the mobile app\./));
});
