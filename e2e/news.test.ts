import { expect, it } from 'vitest';
import { bodyIn, drop, french, text, useNews } from './news-steps.ts';
import { button, dateField, inDialog, lastSundayOf, marker, settle } from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  holdRequest,
  problemAt,
  toasts,
} from './watching.ts';

const { product, openAs, openEditor, api, write, asMember } = useNews();

it('writes an article in both languages, saves, previews and publishes it, and shows it to a member', async () => {
  const { t } = product();
  const account = await t.colleague();
  await t.call('PATCH', '/users/me', { token: account.token, json: { locale: 'fr' } });
  const word = marker();
  const page = await product().open('/news', { as: account, locale: 'fr' });
  await settle(page);
  await page.getByRole('link', { name: 'Nouvel article' }).first().click();
  await expectFocused(page.getByLabel('Français', { exact: true }));
  await page.keyboard.type(`${word} fr`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/news\/[\da-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const languages = page.getByRole('radiogroup', { name: 'Langue en cours d’écriture' });
  for (const [name, code] of [
    ['Français', 'fr'],
    ['Anglais', 'en'],
  ] as const) {
    await languages.locator('label', { hasText: name }).click();
    await panel(name).getByRole('textbox', { name: 'Titre', exact: true }).fill(`${word} ${code}`);
    await bodyIn(panel(name), 'Texte').click();
    await page.keyboard.type(`Texte de `);
    await page.keyboard.press('Control+b');
    await page.keyboard.type(word);
    await panel(name)
      .getByRole('checkbox', { name: /est prête$/ })
      .check();
  }
  await page.getByText(/^Brouillon personnel enregistré à \d+\sh\s\d\d/).waitFor();
  await page.reload();
  await languages.locator('label', { hasText: 'Anglais' }).click();
  await expectSoon(() => bodyIn(panel('Anglais'), 'Texte').innerText(), `Texte de ${word}`);
  expect(await asMember(id, 'fr')).toBe(404);

  await button(page, 'Aperçu').click();
  const phones = page.getByRole('dialog').getByRole('figure');
  await expectShown(phones.getByText(`${word} fr`), phones.getByText(`${word} en`));
  await expectShown(phones.locator('strong', { hasText: word }).first());
  await page.keyboard.press('Escape');

  await button(page, 'Publier').click();
  await inDialog(page, 'Publier').click();
  await expectShown(toasts(page).getByText('Les membres voient l’article.'));
  expect(await asMember(id, 'en')).toMatchObject({
    title: `${word} en`,
    html: `<p>Texte de <strong>${word}</strong></p>`,
    locale: 'en',
    is_fallback: false,
  });
});

it('links to the missing fields, publishes only French to English readers, updates and unpublishes it', async () => {
  const { id } = await write(marker(), { fr: { title: 'Sans texte' } });
  const page = await openEditor(id);
  await button(page, 'Publish').click();
  expect(await inDialog(page, 'Publish').isDisabled()).toBe(true);
  const missing = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'French: no text' });
  await expectShown(missing.getByText('Required to publish'));
  await missing.getByRole('button', { name: 'Complete it' }).click();
  await expectFocused(bodyIn(french(page)));
  await page.keyboard.type('Le texte.');
  await french(page).getByRole('checkbox', { name: 'The French version is ready' }).check();
  await button(page, 'Publish').click();
  await inDialog(page, 'Publish').click();
  await expectToast(page, 'Members see the article.');
  await french(page).getByLabel('Title', { exact: true }).fill('Un autre titre');
  await button(page, 'Save').click();
  await expectShown(page.getByText('Members see the previous version until you update it.'));
  expect(await asMember(id, 'en')).toMatchObject({ title: 'Sans texte', locale: 'fr', is_fallback: true });
  await button(page, 'Update').click();
  await expectSoon(async () => (await asMember(id, 'en')).title, 'Un autre titre');
  await button(page, 'Unpublish').click();
  await expectSoon(() => asMember(id, 'en'), 404);
});

it('schedules an article across a clock change in the time zone of the organisation, and unschedules it', async () => {
  const { id } = await write(marker());
  const page = await openEditor(id);
  await button(page, 'Schedule…').click();
  const field = dateField(page.getByRole('dialog'), 'Goes online');
  const go = inDialog(page, 'Schedule');
  const [spring, autumn] = [lastSundayOf('03'), lastSundayOf('10')];
  for (const [time, problem] of [
    [`${spring}T02:30`, 'Clocks skip this time on that day: choose another'],
    [`${autumn}T02:30`, 'This time occurs twice that day: choose another'],
  ] as const) {
    await field.fill(time);
    await go.click();
    await expectSoon(() => problemAt(field), problem);
  }
  await field.fill(`${spring}T08:30`);
  await go.click();
  await expectToast(page, 'The article is scheduled.');
  await expectShown(page.getByText(/Goes online on \d+ March/));
  expect((await api('GET', `/news/${id}`)).visible_from).toBe(`${spring}T06:30:00.000Z`);
  await button(page, 'Cancel the schedule').click();
  await expectShown(page.locator('main header').getByText('Draft'));
});

it('publishes a dropped cover with its focal point and its description in both languages', async () => {
  const { id } = await write(marker());
  const page = await openEditor(id);
  const picture = await page.screenshot({ type: 'jpeg' });
  const letGo = await holdRequest(page, 'POST', '**/media/');
  await drop(page.getByText('or drop one here'), picture);
  await expectShown(page.getByRole('status').getByText('Uploading a picture…'));
  expect(await button(page, 'Publish').isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Back to the articles' }).click();
  await expectShown(page.getByRole('dialog', { name: 'Leave without saving?' }));
  await page.keyboard.press('Escape');
  letGo();
  const point = page.getByRole('button', { name: /^Point that stays in sight/ });
  await point.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.getByLabel('Description · French').fill('Une page');
  await button(page, 'Schedule…').click();
  const online = dateField(page.getByRole('dialog'), 'Goes online');
  await online.fill(`${lastSundayOf('03')}T08:30`);
  await inDialog(page, 'Describe the cover').click();
  const english = page.getByLabel('Description · English');
  await expectFocused(english);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await english.fill('A page');
  await button(page, 'Schedule…').click();
  await expectSoon(async () => (await online.inputValue()).endsWith('08:30'), true);
  await page.keyboard.press('Escape');
  await button(page, 'Publish').click();
  await inDialog(page, 'Publish').click();
  await expectToast(page, 'Members see the article.');
  expect((await asMember(id, 'en')).cover).toMatchObject({ alt: 'A page', focal_x: 0.48, focal_y: 0.48 });
  await button(page, 'Preview').click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('img', { name: 'A page' }).waitFor();
  const pictures = preview.getByRole('figure').getByRole('img');
  await expectSoon(
    () => pictures.evaluateAll((all) => all.map((image) => image.getAttribute('alt'))),
    ['A page', 'Une page'],
  );
  await preview.getByText('Dark', { exact: true }).click();
  await expectSoon(() => preview.locator('[data-mode=dark]').count(), 2);
});

it('finds articles, publishes several at once, and deletes and restores them', async () => {
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
