import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, PHONE } from './harness.ts';
import { bodyIn, english, french, kept, text, useNews } from './news-steps.ts';
import { button, expectBigTargets, inDialog, lastSundayOf, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, placeOf, toasts } from './watching.ts';

const { product, superuser, openAs, api, write } = useNews();

describe('the list', () => {
  it('searches and filters in the address, does one thing to many, and undoes it', async () => {
    const word = marker();
    await write(marker());
    await write(`${word} un`);
    await write(`${word} deux`, { fr: text(`${word} deux`) });
    const page = await openAs('/news');
    await page.getByRole('searchbox').fill(word.toUpperCase());
    await expectSoon(() => page.getByRole('row').count(), 3);
    await page.getByRole('combobox', { name: 'Missing language' }).selectOption('en');
    await expectSoon(() => page.getByRole('row').count(), 2);
    await page.reload();
    await expectShown(page.getByRole('row').getByText('English: missing'));
    await page.goBack();
    await expectSoon(() => page.getByRole('row').count(), 3);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button(page, 'Publish').click();
    await inDialog(page, 'Publish').click();
    await expectToast(page, '2\u00a0articles changed.');
    await expectSoon(() => page.getByRole('cell').getByText('Published', { exact: true }).count(), 2);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button(page, 'Delete').click();
    await expectShown(page.getByRole('dialog', { name: 'Delete 2\u00a0articles?' }));
    await inDialog(page, 'Delete').click();
    await expectShown(page.getByText('Nothing matches'));
    await button(toasts(page), 'Undo').click();
    await expectToast(page, '2\u00a0articles restored, but not published.');
    await expectSoon(() => page.getByRole('cell').getByText('Draft', { exact: true }).count(), 2);
  });

  it('shows an author on one line, however long, beside the columns of a laptop', async () => {
    const word = marker();
    const full_name = 'zoe.obrien.of.the.communication.team@example.org';
    const { token } = await product().t.colleague();
    await product().t.call('PATCH', '/users/me', { token, json: { full_name } });
    const json = { content: { translations: { fr: text(word) } } };
    await product().t.call('POST', '/news/', { token, json });
    const page = await openAs(`/news?search=${word}`);
    const author = page.getByRole('row').getByText(full_name);
    await expectShown(author);
    expect((await author.boundingBox())?.height).toBeLessThan(24);
    expect(await author.getAttribute('title')).toBe(full_name);
  });

  it('shows category and author on one line beside the columns of a laptop', async () => {
    const names = { fr: `Vie associative et sportive ${marker().slice(0, 2)}`, en: marker() };
    const category = await api('POST', '/news-categories/', { names, color: '#2e7d32' });
    const { id, version } = await write(marker());
    const { created_by } = await api('PATCH', `/news/${id}`, { version, category_id: category.id });
    const account = await product().t.colleague();
    const page = await product().open(`/news?category_id=${category.id}`, { as: account, locale: 'fr' });
    const row = page.getByRole('row').filter({ hasText: names.fr });
    const texts = [names.fr, created_by.full_name ?? created_by.email];
    const boxes = texts.map((text) => row.getByText(text, { exact: true }).boundingBox());
    const [of = null, by = null] = await Promise.all(boxes);
    expect(Math.abs((of?.y ?? 0) - (by?.y ?? 99))).toBeLessThan(4);
    expect(of?.height).toBeLessThan(24);
  });

  it('shows the whole author below a short title on a phone', async () => {
    const word = marker().slice(0, 3);
    const { id } = await write(word);
    const account = await product().t.colleague();
    await product().t.call('PATCH', '/users/me', { token: account.token, json: { locale: 'en' } });
    const { created_by } = await api('GET', `/news/${id}`);
    const page = await product().open(`/news?search=${word}`, { as: account, locale: 'en', viewport: PHONE });
    const author = page.getByText(created_by.full_name ?? created_by.email).first();
    await expectShown(author);
    const hidden = await author.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
  });

  it('asks before members lose an article, which undoing does not publish again', async () => {
    const word = marker();
    const { id } = await write(word);
    await api('POST', `/news/${id}/publish`, {});
    const page = await openAs(`/news?search=${word}`);
    await page.getByRole('button', { name: /^Delete/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this article?' });
    await expectShown(dialog.getByText(/^Members no longer see it\./));
    await button(dialog, 'Cancel').click();
    await page.getByRole('link', { name: word }).click();
    await button(page, 'Delete').click();
    await button(dialog, 'Cancel').click();
    await expectSoon(() => dialog.count(), 0);
    expect((await api('GET', `/news/${id}`)).status).toBe('published');
    await button(page, 'Delete').click();
    await button(dialog, 'Delete').click();
    await expectToast(page, '1\u00a0article deleted.');
    expect(placeOf(page)).toBe(`/news?search=${word}`);
  });

  it('asks no more once its page was left, and goes on to ask about unsaved changes', async () => {
    const word = marker();
    const { id } = await write(word);
    await api('POST', `/news/${id}/publish`, {});
    const page = await openAs(`/news?search=${word}`);
    await page.getByRole('link', { name: word }).click();
    await button(page, 'Delete').click();
    await expectShown(inDialog(page, 'Delete'));
    await page.goBack();
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    await page.getByRole('link', { name: word }).click();
    await settle(page);
    await french(page).getByLabel('Title', { exact: true }).fill('Pas encore');
    await page.goBack();
    await expectShown(inDialog(page, 'Leave'));
    expect((await api('GET', `/news/${id}`)).status).toBe('published');
  });

  it('keeps what is deleted in the trash, and copies an article as a draft', async () => {
    const word = marker();
    const { id } = await write(word);
    const page = await openAs(`/news/${id}`);
    await button(page, 'Delete').click();
    await page.waitForURL('**/news');
    await page.goto(`${product().origin}/news?view=trash&search=${word}`);
    await button(page, `Restore ${word} in English`).click();
    await expectToast(page, '1\u00a0article restored, but not published.');
    await page.goto(`${product().origin}/news/${id}`);
    await settle(page);
    await french(page).getByLabel('Title', { exact: true }).fill('Pas encore enregistré');
    await kept(page).waitFor();
    await button(page, 'Duplicate').click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await expectSoon(() => bodyIn(french(page)).innerText(), `${word}, in full.`);
    expect(await french(page).getByLabel('Title', { exact: true }).inputValue()).toBe(
      'Pas encore enregistré',
    );
  });

  it('has categories with names in both languages and a colour', async () => {
    const word = marker();
    const page = await openAs('/news?view=categories');
    await button(page, 'New category').click();
    await page.getByLabel('Name in French').fill(`${word} fr`);
    await inDialog(page, 'Save').click();
    await expectShown(page.getByText('Give it a name'));
    await page.getByLabel('Name in English').fill(`${word} en`);
    await page.getByLabel('Colour').fill('#8e24aa');
    await inDialog(page, 'Save').click();
    await expectToast(page, 'The category is saved.');
    const { id } = await write(word);
    await page.goto(`${product().origin}/news/${id}`);
    await page.getByLabel('Category').selectOption(`${word} en`);
    await expectToast(page, 'Saved immediately.');
    await page.goto(`${product().origin}/news?view=categories`);
    await page.getByRole('listitem').filter({ hasText: word }).getByRole('link').click();
    await expectShown(page.getByRole('row').getByRole('link', { name: `${word} in English` }));
  });

  it('is used with fingers on a phone, one language at a time in the editor', async () => {
    const { id } = await write(marker());
    const page = await product().open('/news', { as: await superuser(), locale: 'en', viewport: PHONE });
    await settle(page);
    await expectBigTargets(page);
    await page.goto(`${product().origin}/news/${id}`);
    await settle(page);
    await bodyIn(english(page)).waitFor();
    expect(await french(page).isVisible()).toBe(false);
    await page
      .locator('label')
      .filter({ hasText: /^French$/ })
      .click();
    await french(page).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await expectBigTargets(page);
    await expectAccessible(page);
  });

  it('is published from a bar of two lines on a phone, its rarer actions in a menu', async () => {
    const { id } = await write(marker());
    const { t } = product();
    const { token } = await t.superuser();
    await t.call('POST', `/news/${id}/publish`, { token, json: {} });
    const as = await t.colleague();
    const page = await product().open(`/news/${id}`, { as, locale: 'fr', viewport: PHONE });
    await settle(page);
    const more = button(page, 'Autres actions');
    await more.waitFor();
    const { right, bottom } = await more.evaluate((it) => it.getBoundingClientRect().toJSON());
    expect([PHONE.width - right < 40, PHONE.height - bottom < 40], 'at the end of the bar').toEqual([
      true,
      true,
    ]);
    const written = page.getByRole('region', { name: 'Français', exact: true });
    await written.getByRole('textbox', { name: 'Titre', exact: true }).fill(marker());
    const update = button(page, 'Mettre à jour');
    await update.waitFor();
    /** One line of buttons, below that of the status. */
    const linesBeside = (it: Locator) =>
      it.evaluate(
        ({ parentElement }) =>
          new Set(
            [...(parentElement?.querySelectorAll('button') ?? [])]
              .filter((other) => other.checkVisibility())
              .map((other) => other.offsetTop),
          ).size,
      );
    expect(await linesBeside(update)).toBe(1);
    await more.click();
    await page.getByRole('menuitem', { name: 'Dépublier' }).click();
    await expectShown(page.getByRole('heading', { level: 1 }).getByText('Brouillon'));
    await t.call('POST', `/news/${id}/schedule`, {
      token,
      json: { visible_from: `${lastSundayOf('03')}T08:30` },
    });
    const publish = button(page, 'Publier maintenant');
    await publish.waitFor();
    expect(await linesBeside(publish)).toBe(1);
  });
});
