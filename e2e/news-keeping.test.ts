import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { autosaveNote, bodyIn, english, french, showBoth, useNews } from './news-steps.ts';
import { button, marker } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish } from './watching.ts';

const { product, superuser, openEditor, api, write } = useNews();

it('asks about the field that two people changed, and merges everything else', async () => {
  const { id } = await write(marker());
  const colleague = await inEnglish(product().t, product().t.colleague());
  const [mine, theirs] = [await openEditor(id), await openEditor(id, colleague)];
  await french(mine).getByLabel('Title', { exact: true }).fill('Mon titre');
  await french(mine).getByLabel('Summary', { exact: true }).fill('Mon résumé');
  await english(theirs).getByLabel('Title', { exact: true }).fill('Their English title');
  await french(theirs).getByLabel('Title', { exact: true }).fill('Leur titre');
  await button(theirs, 'Save').click();
  await expectToast(theirs, 'The article is saved.');

  await button(mine, 'Save').click();
  const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed this article' });
  await expectShown(dialog.getByText('Title · French'), dialog.locator('del', { hasText: 'Leur' }));
  expect(await dialog.getByRole('group').count()).toBe(1);
  await button(dialog, 'Copy mine').waitFor();
  await button(dialog, 'Cancel').click();
  expect(await french(mine).getByLabel('Title', { exact: true }).inputValue()).toBe('Mon titre');

  await button(mine, 'Save').click();
  await dialog.getByRole('radio', { name: /^Mine/ }).check();
  await button(dialog, 'Save this choice').click();
  await expectToast(mine, 'The article is saved.');
  await expectSoon(
    () => english(mine).getByLabel('Title', { exact: true }).inputValue(),
    'Their English title',
  );
  const { content } = await api('GET', `/news/${id}`);
  expect(content.translations).toMatchObject({
    fr: { title: 'Mon titre', excerpt: 'Mon résumé' },
    en: { title: 'Their English title' },
  });
  await expectSoon(() => french(theirs).getByLabel('Title', { exact: true }).inputValue(), 'Mon titre');
});

it('stores offline changes in the browser, and sends them once the service is reachable', async () => {
  const { id } = await write(marker());
  const account = await superuser();
  const page = await openEditor(id, account);
  await page.context().setOffline(true);
  await bodyIn(french(page)).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Written offline.');
  await expectShown(page.getByText(/^Offline: kept in this browser/));
  await page.context().setOffline(false);
  await autosaveNote(page).waitFor();
  const { autosave } = await api('GET', `/news/${id}`, undefined, account);
  expect(JSON.stringify(autosave.content)).toContain('Written offline.');
});

it('loses no text that one person writes in two browsers', async () => {
  const { id } = await write('Titre');
  const account = await inEnglish(product().t, product().t.colleague());
  const [one, other] = [await openEditor(id, account), await openEditor(id, account)];
  const elsewhere = other.getByText(/^Being written in another window too: kept in this browser/);
  const titleIn = (panel: Locator) => panel.getByLabel('Title', { exact: true });
  await titleIn(french(one)).fill('Titre de l’un');
  await autosaveNote(one).waitFor();
  await titleIn(english(other)).fill('Title of the other');
  await elsewhere.waitFor();
  await one.reload();
  await showBoth(one);
  await expectSoon(() => titleIn(french(one)).inputValue(), 'Titre de l’un');
  await other.reload();
  await showBoth(other);
  await expectSoon(() => titleIn(french(other)).inputValue(), 'Titre de l’un');
  expect(await titleIn(english(other)).inputValue()).toBe('Title of the other');
  await autosaveNote(other).waitFor();

  await titleIn(french(other)).fill('Titre de l’autre');
  await autosaveNote(other).waitFor();
  await titleIn(french(one)).fill('Titre de l’un encore');
  await one.getByText(/^Being written in another window too/).waitFor();
  await one.reload();
  const dialog = one.getByRole('dialog', { name: 'You also edited this article in another window' });
  await expectShown(dialog.getByText('Title · French'), dialog.locator('del', { hasText: 'autre' }));
  expect(await dialog.getByRole('group').count()).toBe(1);
  await dialog.getByRole('radio', { name: /^This window/ }).check();
  await button(dialog, 'Save this choice').click();
  await expectToast(one, 'The article is saved.');
  const { content, autosave } = await api('GET', `/news/${id}`, undefined, account);
  expect([content.translations.fr.title, content.translations.en.title, autosave]).toEqual([
    'Titre de l’un encore',
    'Title of the other',
    null,
  ]);
});
