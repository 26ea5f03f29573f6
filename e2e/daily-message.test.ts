import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { button, civilDay, dateField, inDialog, marker, settle, shownDate, titleIn } from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  inEnglish,
  pathOf,
  toasts,
} from './watching.ts';

/** The cell of a day in the calendar. */
const dayIn = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

const textOf = async (locator: Locator) => (await locator.textContent())?.replaceAll(/\s+/g, ' ');

const bilingual = (title: string) => ({
  fr: { title, body: `Corps de ${title}` },
  en: { title: `${title} in English`, body: `Body of ${title}` },
});

const product = useProduct();
const superuser = () => inEnglish(product().t, product().t.superuser());

async function openAs(path: string): Promise<Page> {
  const page = await product().open(path, { as: await superuser(), locale: 'en' });
  await settle(page);
  return page;
}

async function api(method: string, path: string, json?: unknown) {
  const { token } = await product().t.superuser();
  const { status, body } = await product().t.call(method, path, { token, json });
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Today in the organisation's time zone. */
const today = () => civilDay(product().t.config.TIME_ZONE);

let monthsAhead = 0;

/** A future month that no other journey uses; its days by number. */
function freshMonth(): { month: string; day: (number: number) => string } {
  const date = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
  monthsAhead += 1;
  date.setUTCMonth(date.getUTCMonth() + monthsAhead);
  const month = date.toISOString().slice(0, 7);
  return { month, day: (number) => `${month}-${String(number).padStart(2, '0')}` };
}

/** Creates a message through the API. */
const write = async (day: string | null, title: string) =>
  api('POST', '/daily-messages/', { day, status: 'ready', translations: bilingual(title) });
const dayOf = async ({ id }: { id: string }): Promise<string | null> =>
  (await api('GET', `/daily-messages/${id}`)).day;

it('plans, previews and shows a message of the day to a member', async () => {
  const { t } = product();
  const account = await t.colleague();
  await t.call('PATCH', '/users/me', { token: account.token, json: { locale: 'fr' } });
  const before = await api('GET', `/daily-messages/?from=${today()}&to=${today()}`);
  for (const { id } of before.data) await api('DELETE', `/daily-messages/${id}`);
  const title = marker();

  const page = await product().open('/daily-message', { as: account, locale: 'fr' });
  await settle(page);
  await dayIn(page, today()).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/daily-message/new?day=${today()}`);
  for (const [name, language] of [
    ['fr', 'Français'],
    ['en', 'Anglais'],
  ]) {
    const panel = page.getByRole('region', { name: language, exact: true });
    await panel.getByLabel('Titre', { exact: true }).fill(`${title} ${name}`);
    await panel.getByLabel('Message', { exact: true }).fill(`Deux lignes 👩‍👧\n${name}`);
    await expectShown(panel.getByText('16/1\u202f000'));
  }
  // The preview follows the language that was written last.
  await expectShown(page.getByRole('figure').getByText(`${title} en`));
  await page.getByRole('radio', { name: 'Prêt', exact: true }).check();
  await button(page, 'Créer et programmer').click();
  await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
  await page.getByRole('link', { name: 'Retour au calendrier' }).click();
  await expectSoon(() => textOf(dayIn(page, today())).then((text) => text?.includes('Prêt')), true);

  await button(page, 'Aperçu').click();
  const phones = page.getByRole('dialog').getByRole('figure');
  await expectShown(phones.getByText(`${title} fr`), phones.getByText(`${title} en`));

  const reader = await t.member({ locale: 'en' });
  await t.call('PATCH', '/users/me', { token: reader.token, json: { locale: 'en' } });
  const { body } = await t.call('GET', `/app/daily-message?day=${today()}`, { token: reader.token });
  expect(body).toMatchObject({
    title: `${title} en`,
    body: 'Deux lignes 👩‍👧\nen',
    locale: 'en',
    is_fallback: false,
  });

  await page.goto(`${product().origin}/daily-message?view=history`);
  await expectShown(page.getByRole('list').getByText(`${title} fr`));
});

it('plans a week from a pasted table and the reserve', async () => {
  const { month, day } = freshMonth();
  const word = marker();
  await write(null, `Reserve ${word}`);
  const written = [1, 2, 3, 4, 5, 7];
  const rows = written.map((number) => `${day(number)};${word} ${number};Texte;ready`);
  const page = await openAs(`/daily-message?month=${month}`);
  await button(page, 'Import').click();
  await page
    .getByRole('dialog')
    .getByLabel('Table')
    .fill(['day;fr_title;fr_body;status', ...rows].join('\n'));
  await inDialog(page, 'Check').click();
  await inDialog(page, 'Import 6\u00a0messages').click();
  await expectToast(page, '6\u00a0messages imported.');
  await button(page, 'Fill the gaps').click();
  const dialog = page.getByRole('dialog');
  await dateField(dialog, 'To').fill(day(7));
  await inDialog(page, 'Fill').click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${product().origin}/daily-message?month=${month}`);
  await expectSoon(() => textOf(dayIn(page, day(6))).then((text) => text?.includes('Ready')), true);
  const previews = written.map((number) =>
    api('GET', `/daily-messages/preview?day=${day(number)}&locale=fr`),
  );
  expect((await Promise.all(previews)).map(({ title }) => title)).toEqual(
    written.map((number) => `${word} ${number}`),
  );
  await dayIn(page, day(6)).click();
  await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
  await expectShown(page.getByRole('figure').getByText(/./).first());
});

it('navigates the calendar and its months by keyboard, up to an empty day that is then filled', async () => {
  const { month, day } = freshMonth();
  const page = await openAs(`/daily-message?month=${month}`);
  await dayIn(page, day(1)).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
  expect(await focused()).toBe(day(1));
  await page.keyboard.press('ArrowLeft');
  await expectSoon(() => focused().then((day) => (day ?? '9') < month), true);
  await page.keyboard.press('ArrowRight');
  await expectSoon(focused, day(1));
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageDown');
  await expectSoon(focused, day(1));
  // The second key is pressed before the page shows the month requested by the first one.
  await page.evaluate(() => {
    for (const key of ['PageUp', 'PageDown'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expectSoon(focused, day(1));
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => dayIn(page, day(8)).getAttribute('tabindex'), '0');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/daily-message/new?day=${day(8)}`);
  await expectSoon(() => dateField(page, 'Day').inputValue(), shownDate(day(8)));
});

it('moves a message by dragging: to an empty day at once, to an occupied day after a confirmation', async () => {
  const { month, day } = freshMonth();
  const [first, second, third] = [
    await write(day(10), 'First'),
    await write(day(12), 'Second'),
    await write(day(13), 'Third'),
  ];
  const page = await openAs(`/daily-message?month=${month}`);
  await expectShown(page.getByText('Third'));
  await dayIn(page, day(10)).dragTo(dayIn(page, day(15)));
  await expectShown(page.getByText(/^Moved to /));
  expect(await dayOf(first)).toBe(day(15));
  await expectSoon(() => textOf(dayIn(page, day(15))).then((text) => text?.includes('First')), true);
  await dayIn(page, day(15)).dragTo(dayIn(page, day(12)));
  await page.getByRole('dialog').getByRole('radio', { name: 'Shift what follows' }).check();
  await inDialog(page, 'Move').click();
  await expectSoon(
    async () => [await dayOf(first), await dayOf(second), await dayOf(third)],
    [day(12), day(13), day(14)],
  );
});

it('continues with the next day at the top of the page, with the focus in the form', async () => {
  const { day } = freshMonth();
  const page = await openAs(`/daily-message/new?day=${day(1)}`);
  await page
    .getByRole('region', { name: 'English', exact: true })
    .getByLabel('Message', { exact: true })
    .fill('The first');
  await page.getByLabel('Link').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await button(page, 'Create and go to the next empty day').click();
  await page.waitForURL(`**/daily-message/new?day=${day(2)}`);
  await expectSoon(() => page.evaluate(() => window.scrollY), 0);
  await page.keyboard.type('The second');
  await expectSoon(() => titleIn(page, 'French').inputValue(), 'The second');
});

it('searches the list, deletes a message, and restores it from the trash', async () => {
  const { day } = freshMonth();
  const word = marker();
  const message = await write(day(1), word);
  await write(day(2), 'Another');
  const page = await openAs('/daily-message?view=list');
  await page.getByRole('searchbox').fill(word.toUpperCase());
  await expectSoon(() => pathOf(page), `/daily-message?view=list&search=${word.toUpperCase()}`);
  await expectSoon(() => page.getByRole('row').count(), 2);
  await page.getByRole('link', { name: `${word} in English` }).click();
  await button(page, 'Delete').click();
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.goto(`${product().origin}/daily-message?view=trash&search=${word}`);
  await button(page, `Restore ${word} in English`).click();
  await expectShown(toasts(page).getByText(/The message is back on/));
  expect(await dayOf(message)).toBe(day(1));
});

it('imports a file, and saves the rejected rows as another file', async () => {
  const { day } = freshMonth();
  const word = marker();
  await write(day(1), 'Occupant');
  const page = await openAs('/daily-message');
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog');
  const rows = [`${day(2)};${word};prêt`, `;${word};`, `${day(1)};É${word};prêt`];
  await page.locator('input[type="file"]').setInputFiles({
    name: 'messages.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`jour;Contenu;statut\n${rows.join('\n')}`, 'latin1'),
  });
  await inDialog(page, 'Check').click();
  const contents = dialog.getByRole('combobox', { name: 'Column “Contenu”' });
  await expectFocused(contents);
  await contents.selectOption('Text, French');
  await inDialog(page, 'Check').click();
  await expectShown(dialog.getByRole('row', { name: `4 Day ${day(1)} This day has a message already` }));
  const download = page.waitForEvent('download');
  await inDialog(page, 'Import 2\u00a0messages').click();
  const rejected = await readFile(await (await download).path(), 'utf8');
  expect(rejected).toContain(
    `"jour","fr_body","statut","problem"\r\n"${day(1)}","É${word}","prêt","This day has a message already: “Occupant in English”"`,
  );
  await expectToast(page, '2\u00a0messages imported. 1\u00a0rejected row saved as a file.');
  expect((await api('GET', `/daily-messages/?search=${word}`)).count).toBe(2);
});
