import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDailyMessages } from './daily-message-steps.ts';
import { PHONE } from './harness.ts';
import { button, inDialog, marker } from './steps.ts';
import {
  excessOf,
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  inEnglish,
  placeOf,
  toasts,
} from './watching.ts';

const { product, superuser, openAs, api, freshMonth, write, dayOf } = useDailyMessages();

describe('the list', () => {
  it('searches and filters in the address, and changes many at once', async () => {
    const { day } = freshMonth();
    const word = marker();
    const drafts = [
      await write(day(1), `${word} un`, { status: 'draft' }),
      await write(day(2), `${word} deux`, {
        status: 'draft',
        translations: { fr: { body: `${word} deux` } },
      }),
    ];
    const page = await openAs('/daily-message?view=list');
    await page.getByRole('searchbox').fill(word.toUpperCase());
    await expectSoon(() => page.getByRole('row').count(), 3);
    await page.getByRole('combobox', { name: 'Missing language' }).selectOption('en');
    await expectSoon(() => page.getByRole('row').count(), 2);
    expect(placeOf(page)).toContain('missing=en');
    await page.reload();
    await expectSoon(() => page.getByRole('row').count(), 2);
    await page.goBack();
    await expectSoon(() => page.getByRole('row').count(), 3);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button(page, 'Mark as ready').click();
    await expectToast(page, '2\u00a0messages changed.');
    for (const { id } of drafts) expect((await api('GET', `/daily-messages/${id}`)).status).toBe('ready');
  });

  it('names a message in the language of its reader', async () => {
    const word = marker();
    const translations = {
      fr: { title: `${word} marché`, body: 'Demain' },
      en: { title: `${word} market`, body: 'Tomorrow' },
    };
    await write(freshMonth().day(1), word, { translations });
    const page = await openAs(`/daily-message?view=list&search=${word}`);
    await expectShown(page.getByRole('link', { name: `${word} market` }), page.getByText('Tomorrow'));
  });

  it('copies a message into the reserve as a draft', async () => {
    const { day } = freshMonth();
    const word = marker();
    await write(day(1), word);
    const page = await openAs(`/daily-message?view=list&search=${word}`);
    await button(page, `Duplicate ${word} in English`).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'In reserve' }).check();
    await inDialog(page, 'Duplicate').click();
    await page.getByRole('heading', { level: 1, name: 'In reserve Draft' }).waitFor();
    await page.goto(`${product().origin}/daily-message?view=reserve&search=${word}`);
    await expectSoon(() => page.getByRole('row').count(), 2);
  });

  it('is previewed from today where the organisation is, wherever its writer is', async () => {
    const admin = await inEnglish(product().t, product().t.colleague());
    const { body } = await product().t.call('GET', '/daily-messages/calendar?month=2036-03', admin);
    const zone = ['Pacific/Kiritimati', 'Etc/GMT+12'].find(
      (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date()) !== body.today,
    );
    await product().t.call('PATCH', '/preferences/', { token: admin.token, json: { time_zone: zone } });
    const page = await openAs('/daily-message', admin);
    await button(page, 'Preview').click();
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    await expectShown(
      page
        .getByRole('dialog')
        .getByRole('status')
        .getByText(day.format(new Date(body.today))),
    );
  });

  it('throws a message away and takes it back, from the toast and from the trash', async () => {
    const { day } = freshMonth();
    const word = marker();
    const message = await write(day(1), word);
    const page = await openAs(`/daily-message?view=list&search=${word}`);
    await button(page, `Delete ${word} in English`).click();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await button(toasts(page), 'Undo').click();
    await expectSoon(() => dayOf(message), day(1));

    await page.goto(`${product().origin}/daily-message/${message.id}`);
    await button(page, 'Delete').click();
    await page.waitForURL('**/daily-message');
    await page.goto(`${product().origin}/daily-message?view=trash&search=${word}`);
    await button(page, `Restore ${word} in English`).click();
    await expectShown(toasts(page).getByText(/The message is back on/));
    expect(await dayOf(message)).toBe(day(1));
  });

  it('goes from the trash into the reserve, where its day was given to another', async () => {
    const { day } = freshMonth();
    const word = marker();
    const message = await write(day(1), word);
    await api('DELETE', `/daily-messages/${message.id}`);
    await write(day(1), 'Another');
    const page = await openAs(`/daily-message?view=trash&search=${word}`);
    await button(page, `Restore ${word} in English`).click();
    await button(toasts(page), 'Move to the reserve').click();
    await expectShown(toasts(page).getByText('The message is back, in the reserve.'));
    expect(await dayOf(message)).toBeNull();
  });

  it('imports the good rows of a table and gives the others back with the reasons', async () => {
    const { day } = freshMonth();
    const local = (date: number) => day(date).split('-').toReversed().join('/');
    const word = marker();
    await write(day(1), 'Occupant');
    const page = await openAs('/daily-message?view=list');
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog');
    const table = dialog.getByLabel('Table');
    const rows = [`${local(1)};${word};Texte;prêt`, `soon;${word};Texte;`, `;${word};;ready`];
    const pasted = `jour;titre_fr;"Contenu; long";statut;Notes\n${rows.map((row) => `${row};x`).join('\n')}`;
    await table.fill(pasted);
    await inDialog(page, 'Check').click();
    await expectFocused(dialog.getByRole('combobox', { name: 'Column “Contenu; long”' }));
    const choose = (heading: string, column: string) =>
      dialog.getByRole('combobox', { name: `Column “${heading}”` }).selectOption(column);
    await choose('Contenu; long', 'Title, French');
    await choose('Notes', 'Ignore this column');
    await inDialog(page, 'Check').click();
    await expectShown(dialog.getByText('This column appears twice'));
    await choose('Contenu; long', 'Text, French');
    await inDialog(page, 'Check').click();
    expect(await table.inputValue()).toBe(pasted);
    await expectShown(
      dialog.getByText(/3.rows can’t be imported/),
      dialog.getByRole('row', { name: '2 Day This day has a message already' }),
      dialog.getByRole('row', { name: '3 Day No such day: write it as 2026-12-31' }),
      dialog.getByRole('row', { name: '4 Text, French Add this text, or write draft as the status' }),
    );
    expect(await inDialog(page, 'Check').isDisabled()).toBe(true);
    const refused = page.waitForEvent('download');
    await inDialog(page, 'Save 3\u00a0rejected rows').click();
    const [headings] = (await readFile(await (await refused).path(), 'utf8')).split('\r\n');
    expect(headings).toContain('"jour","titre_fr","fr_body","statut","-","problem"');
    await table.fill(`jour;texte_fr;statut\n${local(2)};${word};prêt\n;${word};\n${local(1)};${word};prêt`);
    await inDialog(page, 'Check').click();
    await expectShown(dialog.getByRole('row', { name: new RegExp(`3 In reserve ${word}`) }));
    expect((await api('GET', `/daily-messages/?search=${word}`)).count).toBe(0);
    const download = page.waitForEvent('download');
    await inDialog(page, 'Import 2\u00a0messages').click();
    const rejected = await readFile(await (await download).path(), 'utf8');
    expect(rejected).toContain(
      `"jour","texte_fr","statut","problem"\r\n"${local(1)}","${word}","prêt","This day has a message already: “Occupant in English”"`,
    );
    await expectToast(page, '2\u00a0messages imported. 1\u00a0rejected row saved as a file.');
    expect((await api('GET', `/daily-messages/?search=${word}`)).count).toBe(2);
    expect(placeOf(page)).toContain(`month=${day(2).slice(0, 7)}`);
  });

  it('keeps the table and its columns when the import is closed, and shows at once what is wrong', async () => {
    const page = await product().open('/daily-message', {
      as: await superuser(),
      locale: 'en',
      viewport: PHONE,
    });
    const dialog = page.getByRole('dialog');
    const table = dialog.getByLabel('Table');
    const pasted = `date;texte_fr;statut;Notes\n31/02/2027;Jamais;prêt;x`;
    await button(page, 'Import').click();
    await table.fill(pasted);
    await inDialog(page, 'Check').click();
    const notes = dialog.getByRole('combobox', { name: 'Column “Notes”' });
    await notes.selectOption('Ignore this column');
    await page.keyboard.press('Escape');
    await expectSoon(() => dialog.count(), 0);
    await button(page, 'Import').click();
    await expectSoon(() => table.inputValue(), pasted);
    const restored = dialog.getByRole('status').filter({ hasText: 'What you had typed has been restored.' });
    await expectShown(restored);
    expect(await excessOf(restored)).toBe(0);
    await inDialog(page, 'Check').click();
    const isInView = (element: Locator) =>
      element.evaluate((it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    const problem = dialog.getByRole('cell', { name: 'No such day: write it as 2026-12-31 or 31/12/2026' });
    await expectSoon(() => isInView(problem), true);
    expect(await notes.inputValue()).toBe('-');
    await inDialog(page, 'Discard this text').click();
    await expectSoon(() => table.inputValue(), '');
  });

  it('takes a file as spreadsheets on Windows write it', async () => {
    const page = await openAs('/daily-message');
    await button(page, 'Import').click();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'messages.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('fr_body\n\u00c9t\u00e9', 'latin1'),
    });
    await expectSoon(() => page.getByLabel('Table').inputValue(), 'fr_body\nÉté');
  });
});
