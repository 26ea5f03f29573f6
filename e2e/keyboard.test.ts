import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { french } from '../apps/api/test/articles.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { insertMembers, marker, settle } from './steps.ts';
import { excessOf, expectFocused, expectShown, expectSoon, holdUp, inEnglish, placeOf } from './watching.ts';

const product = useProduct();

/** Number of pages with a key of their own, and of the other shortcuts. */
const PAGE_KEYS = globSync('../apps/web/src/features/*/*.feature.ts', { cwd: import.meta.dirname })
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .flatMap((source) => [...source.matchAll(/\bkey: '\w'/g)]).length;
const OTHER_KEYS = 13;

const member = () => inEnglish(product().t, product().t.member());
const colleague = () => inEnglish(product().t, product().t.colleague());
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const expectClosed = (page: Page) => expectSoon(() => page.getByRole('dialog').count(), 0);

async function openAsSuperuser(path: string): Promise<Page> {
  const page = await product().open(path, { as: await colleague(), locale: 'en' });
  // Preferences are loaded by then, including the setting for single keys.
  await expectShown(page.locator('[data-density]'), page.getByRole('heading', { level: 1 }));
  return page;
}

/** Presses Tab until an element has the focus, like a user without a mouse. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press('Tab');
    if (await element.evaluate((it) => it === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${String(element)}`);
}

describe('the command palette', () => {
  it('opens by Ctrl+K and goes where is typed', async () => {
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await expectFocused(palette.getByRole('textbox'));
    expect(await excessOf(palette)).toBe(0);
    await page.keyboard.type('receiv');
    await expectSoon(
      () => page.getByRole('dialog').getByRole('button').allTextContents(),
      ['Received messages'],
    );
    await page.keyboard.press('Enter');
    await expectShown(heading(page, 'Received messages'));
    expect(placeOf(page)).toBe('/messages');
    await expectClosed(page);
  });

  it('takes what is typed before it is loaded, which does nothing else', async () => {
    const page = await openAsSuperuser('/dashboard');
    const release = await holdUp(page, 'GET', '**/assets/palette*');
    await page.keyboard.press('Control+k');
    // The keys of the ratings, which open no page now.
    await page.keyboard.type('gr');
    for (let times = 0; times < 2; times++) await page.keyboard.press('Backspace');
    await page.keyboard.type('receiv');
    release();
    const dialog = page.getByRole('dialog');
    await expectSoon(() => dialog.getByRole('button').allTextContents(), ['Received messages']);
    expect(await dialog.getByRole('textbox').inputValue()).toBe('receiv');
    expect(placeOf(page)).toBe('/dashboard');
  });

  it('opens by its button, and closes by Escape where it was opened', async () => {
    const page = await openAsSuperuser('/dashboard');
    const opener = page.getByRole('button', { name: 'Search or go to…' });
    await opener.click();
    await expectFocused(page.getByRole('dialog').getByRole('textbox'));
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expectFocused(opener);
  });

  it('finds accounts by name, whatever the accents, and pages too', async () => {
    const { id } = await product().t.member({ full_name: 'Zéphyrine Quatrefages' });
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('zephyrine');
    await page.getByRole('dialog').getByText('Zéphyrine Quatrefages').click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Zéphyrine Quatrefages' }));
    expect(placeOf(page)).toBe(`/members/${id}`);
  });

  it('finds everything by words in any order and with a typo, and marks what it found', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    await t.member({ full_name: 'Édouard Vauquelin' });
    const translations = { fr: { title: 'Pot de Vauquelin', body: 'Bonjour' } };
    await t.call('POST', '/daily-messages/', { token, json: { status: 'draft', translations } });
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('vauqeulin');
    await expectShown(
      dialog.getByRole('button', { name: 'Pot de Vauquelin' }),
      dialog.getByRole('button', { name: 'Édouard Vauquelin' }),
    );
    await expectSoon(() => dialog.locator('mark').allTextContents(), ['Vauquelin', 'Vauquelin']);
    await dialog.getByRole('textbox').fill('vauquelin edouard');
    await expectSoon(() => dialog.getByRole('button').count(), 1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((theme) => {
        document.documentElement.className = theme;
        document.documentElement.dataset['mantineColorScheme'] = theme;
      }, theme);
      await expectAccessible(page, ['color-contrast']);
    }
    await expectSoon(() => dialog.locator('mark').allTextContents(), ['Édouard', 'Vauquelin']);
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Édouard Vauquelin' }));
  });

  it('leads to the list of all results where there are more than it shows', async () => {
    const { t } = product();
    const [few, many] = [marker(), marker()];
    await insertMembers(t, few, 5);
    await insertMembers(t, many, 6);
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    const results = dialog.getByRole('button');
    await dialog.getByRole('textbox').fill(few);
    await expectSoon(() => results.count(), 5);
    await dialog.getByRole('textbox').fill(many);
    await expectSoon(() => results.last().innerText(), 'Members: see all results');
    expect(await results.count()).toBe(6);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectSoon(() => placeOf(page), `/members?search=${many}`);
    await expectSoon(() => page.locator('main tbody tr').count(), 6);
  });

  it('opens nothing by Enter while it is not known what the new text finds', async () => {
    const { t } = product();
    await t.member({ full_name: 'Barnabé Roquefeuil' });
    await t.member({ full_name: 'Sidonie Hautecombe' });
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('roquefeuil');
    await expectShown(dialog.getByRole('button', { name: 'Barnabé Roquefeuil' }));
    const release = await holdUp(page, 'GET', '**/api/v1/search*');
    const asked = page.waitForRequest('**/api/v1/search*');
    await dialog.getByRole('textbox').fill('hautecombe');
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.press('Enter');
    await expectShown(dialog.getByRole('button', { name: 'Barnabé Roquefeuil', disabled: true }));
    expect(await dialog.getByText('Nothing found').count()).toBe(0);
    expect(placeOf(page)).toBe('/dashboard');
    release();
    await expectShown(dialog.getByRole('button', { name: 'Sidonie Hautecombe' }));
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Sidonie Hautecombe' }));
  });

  it('offers an ordinary user only what is theirs', async () => {
    const page = await product().open('/dashboard', { as: await member(), locale: 'en' });
    await expectShown(heading(page, 'Dashboard'));
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await expectShown(
      dialog.getByRole('button', { name: 'Items' }),
      dialog.getByRole('button', { name: 'My account' }),
    );
    for (const name of ['Members', 'New member', 'Ratings'])
      expect(await dialog.getByRole('button', { name }).count()).toBe(0);
  });

  it('says that nothing was found', async () => {
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('qqqqqq');
    await expectShown(page.getByRole('dialog').getByText('Nothing found'));
  });

  it('switches language and colours', async () => {
    const page = await openAsSuperuser('/dashboard');
    for (const command of ['Passer en français', 'sombre']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill(command);
      await expectSoon(() => page.getByRole('dialog').getByRole('button').count(), 1);
      await page.keyboard.press('Enter');
      await expectClosed(page);
      await expectSoon(() => page.evaluate(() => document.documentElement.lang), 'fr');
      await settle(page);
    }
    await expectSoon(() => page.evaluate(() => document.documentElement.className), 'dark');
  });
});

describe('single keys', () => {
  it('open a sheet that names them, which closes by Escape', async () => {
    const page = await openAsSuperuser('/dashboard');
    await page.keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Help' });
    await expectShown(sheet.getByText('Search in the list'), sheet.getByText('Members'));
    expect(await sheet.locator('dt').count()).toBe(OTHER_KEYS + PAGE_KEYS);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  it('lead to every page, search and create', async () => {
    const page = await openAsSuperuser('/dashboard');
    for (const [keys, path] of [
      ['gj', '/daily-message'],
      ['gp', '/broadcast'],
      ['gn', '/news'],
      ['gi', '/messages'],
      ['ga', '/admin'],
      ['gs', '/settings'],
      ['gr', '/rates'],
      ['ge', '/items'],
      ['gl', '/audit-log'],
      ['gd', '/dashboard'],
      ['gm', '/members'],
    ] as const) {
      await page.keyboard.type(keys);
      await expectSoon(() => placeOf(page), path);
    }
    await expectShown(heading(page, 'Members'));
    await page.keyboard.press('/');
    await expectFocused(page.getByRole('searchbox'));
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.getByRole('searchbox').blur();
    // As sent by a French keyboard.
    await page.locator('body').dispatchEvent('keydown', { key: '/', code: 'Period', shiftKey: true });
    await expectFocused(page.getByRole('searchbox'));
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('c');
    await expectShown(heading(page, 'New member'));
  });

  it('are what they write in a field', async () => {
    const page = await openAsSuperuser('/members');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('gd/?c');
    await expectSoon(() => placeOf(page), '/members?search=gd%2F%3Fc');
    expect(await page.getByRole('searchbox').inputValue()).toBe('gd/?c');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await expectFocused(page.getByRole('dialog').getByRole('textbox'));
  });

  it('do nothing once they are turned off, but Ctrl+K still does', async () => {
    const page = await openAsSuperuser('/settings');
    const choice = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await choice.press('Space');
    await expectSoon(() => choice.isChecked(), false);
    await choice.blur();
    for (const key of ['?', 'c', 'g', 'm']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await expectFocused(page.getByRole('dialog').getByRole('textbox'));
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(placeOf(page)).toBe('/settings');
  });
});

describe('the focus', () => {
  it('skips to the content', async () => {
    const page = await openAsSuperuser('/members');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expectFocused(skip);
    expect(await skip.evaluate((it) => it.getBoundingClientRect().top >= 0)).toBe(true);
    await page.keyboard.press('Enter');
    await expectFocused(page.locator('#content'));
  });

  it('goes to the content of another page, whose title is announced', async () => {
    const page = await openAsSuperuser('/dashboard');
    await page.getByRole('link', { name: 'News', exact: true }).click();
    await expectShown(heading(page, 'News'));
    await expectFocused(page.locator('#content'));
    await expectShown(page.locator('[aria-live="polite"]').getByText('News · Agora'));
    await page.goBack();
    await expectShown(heading(page, 'Dashboard'));
    await expectShown(page.locator('[aria-live="polite"]').getByText('Dashboard · Agora'));
  });

  it('comes back from a question to what asked it', async () => {
    const page = await openAsSuperuser('/settings');
    const opener = page.getByRole('button', { name: 'Log out everywhere' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('dialog', { name: 'Log out everywhere?' }));
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expectFocused(opener);
  });
});

describe('the focus of what disappears', () => {
  async function press(page: Page, name: string, key = 'Enter'): Promise<void> {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await button.press(key);
  }

  it('goes to the heading, with the new status, where the button of a dialog gives way', async () => {
    const { t } = product();
    const { token } = await t.superuser();
    const json = { content: french('Samedi') };
    const { body } = await t.call('POST', '/news/', { token, json });
    const page = await openAsSuperuser(`/news/${body.id}`);
    await press(page, 'Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await expectFocused(heading(page, 'Samedi Published'));
    await press(page, 'Unpublish');
    await expectFocused(heading(page, 'Samedi Draft'));
  });

  it('goes to the heading above a button that has done all it can', async () => {
    const page = await openAsSuperuser('/settings');
    await page.getByLabel('Full name').fill('Camille Moreau');
    await press(page, 'Save');
    await expectFocused(page.getByRole('heading', { name: 'Profile' }));
  });

  it('stays at the row of a rating that was answered', async () => {
    const { t } = product();
    const { token } = await t.member({ full_name: 'Ada Lovelace' });
    const json = { target_type: 'app', score: 1, comment: 'Slow', app_version: '2.4.0', platform: 'ios' };
    await t.call('PUT', '/app/ratings', { token, json });
    const page = await openAsSuperuser('/rates');
    await press(page, 'Reply to Ada Lovelace');
    await page.getByLabel('Your reply').fill('Thank you');
    await page.getByLabel('Your reply').press('Control+Enter');
    await expectFocused(page.getByRole('listitem').filter({ hasText: 'Replied' }));
  });

  it('goes to the row that takes the place of a deleted one, or to the heading where none is left', async () => {
    const { t } = product();
    const me = await member();
    for (const title of ['Last', 'Second', 'First'])
      await t.call('POST', '/items/', { token: me.token, json: { title } });
    const page = await product().open('/items', { as: me, locale: 'en' });
    await settle(page);
    const row = (name: string) => page.getByRole('row', { name });
    await press(page, 'Delete First');
    await expectFocused(row('Second'));
    await press(page, 'Delete Last');
    await expectFocused(row('Second'));
    await press(page, 'Delete Second');
    await expectFocused(page.getByRole('heading', { name: 'No items yet' }));
  });
});

it('an item is made, from the login on, with the keyboard alone', async () => {
  const { email, password } = await member();
  const page = await product().open('/login', { locale: 'en' });
  await expectFocused(page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expectShown(heading(page, 'Dashboard'));
  await tabTo(page, page.getByRole('link', { name: 'See my items' }));
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('heading', { name: 'No items yet' }));
  await expectFocused(page.locator('#content'));
  await tabTo(page, page.getByLabel('New item', { exact: true }).and(page.getByRole('textbox')));
  await page.keyboard.type('A notebook');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Blue');
  await tabTo(page, page.getByRole('button', { name: 'Add' }));
  await page.keyboard.press('Enter');
  await expectShown(page.getByRole('cell', { name: 'A notebook Blue' }));
  await expectFocused(page.getByLabel('New item', { exact: true }).and(page.getByRole('textbox')));
});
