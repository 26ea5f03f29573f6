import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { expectBigTargets, marker, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf, toasts } from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const openAs = async (path: string, account?: Account) => {
  const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en' });
  await settle(page);
  return page;
};
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => button(page.getByRole('dialog'), name);
/** The mark of a day in the calendar. */
const dayIn = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);
const textOf = async (locator: Locator) => (await locator.textContent())?.replaceAll(/\s+/g, ' ');

async function api(method: string, path: string, json?: unknown) {
  const { token } = await product().t.superuser();
  const { body } = await product().t.call(method, path, { token, json });
  return body;
}

/** Today where the organisation is. */
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: product().t.config.TIME_ZONE }).format(new Date());

let months = 1;
/** A month to come that no other test plans in; its days by number. */
function freshMonth(): { month: string; day: (number: number) => string } {
  const date = new Date(`${today().slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months++);
  const month = date.toISOString().slice(0, 7);
  return { month, day: (number) => `${month}-${String(number).padStart(2, '0')}` };
}

const bilingual = (title: string) => ({
  fr: { title, body: `Corps de ${title}` },
  en: { title: `${title} in English`, body: `Body of ${title}` },
});

/** Writes a message by the API. */
const write = async (day: string | null, title: string, fields = {}) =>
  api('POST', '/daily-messages/', { day, status: 'ready', translations: bilingual(title), ...fields });

const dayOf = async ({ id }: { id: string }): Promise<string | null> =>
  (await api('GET', `/daily-messages/${id}`)).day;

describe('a message of the day', () => {
  it.each([
    {
      locale: 'fr',
      labels: { title: 'Titre', body: 'Message', ready: 'Prêt', create: 'Créer', preview: 'Aperçu' },
      panels: { fr: 'Français', en: 'Anglais' },
      back: 'Retour au calendrier',
    },
    {
      locale: 'en',
      labels: { title: 'Title', body: 'Message', ready: 'Ready', create: 'Create', preview: 'Preview' },
      panels: { fr: 'French', en: 'English' },
      back: 'Back to the calendar',
    },
  ] as const)('is planned, previewed and read by a member, in $locale', async (language) => {
    const { locale, labels, panels, back } = language;
    const { t } = product();
    const account = await t.colleague();
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale } });
    const before = await api('GET', `/daily-messages/?from=${today()}&to=${today()}`);
    for (const { id } of before.data) await api('DELETE', `/daily-messages/${id}`);
    const title = marker();

    const page = await product().open('/daily-message', { as: account, locale });
    await settle(page);
    await dayIn(page, today()).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/daily-message/new?day=${today()}`);
    for (const name of ['fr', 'en'] as const) {
      const panel = page.getByRole('region', { name: panels[name], exact: true });
      await panel.getByLabel(labels.title, { exact: true }).fill(`${title} ${name}`);
      await panel.getByLabel(labels.body, { exact: true }).fill(`Deux lignes 👩‍👧\n${name}`);
      await expectShown(panel.getByText(locale === 'fr' ? '16/1\u202f000' : '16/1,000'));
    }
    await expectShown(page.getByRole('figure').getByText(`${title} ${locale}`));
    await page.getByRole('radio', { name: labels.ready, exact: true }).check();
    await button(page, labels.create).click();
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await page.getByRole('link', { name: back }).click();
    await expectSoon(() => textOf(dayIn(page, today())).then((text) => text?.includes(labels.ready)), true);

    await button(page, labels.preview).click();
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

  it('is written for a gap that the keyboard leads to', async () => {
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
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => dayIn(page, day(8)).getAttribute('tabindex'), '0');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/daily-message/new?day=${day(8)}`);
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(day(8));
  });

  it('that is ready needs its text in the default language, and each text has a limit', async () => {
    const page = await openAs('/daily-message/new');
    const french = page.getByRole('region', { name: 'French', exact: true });
    await page.getByRole('radio', { name: 'Ready', exact: true }).check();
    await french.getByLabel('Title', { exact: true }).fill('é'.repeat(121));
    await page.getByLabel('Link').fill('http://example.com');
    await button(page, 'Create').click();
    await expectShown(
      french.getByText('121/120'),
      french.getByText('At most 120 characters'),
      french.getByText('A message that is ready needs its text in French'),
      page.getByText('Write a full link that starts with https://'),
    );
    expect(placeOf(page)).toBe('/daily-message/new');
  });

  it('for a day that is taken meanwhile says by which one, and loses nothing', async () => {
    const { day } = freshMonth();
    const page = await openAs(`/daily-message/new?day=${day(3)}`);
    const title = page.getByRole('region', { name: 'French' }).getByLabel('Title', { exact: true });
    await title.fill('Mine');
    await write(day(3), 'Faster');
    await button(page, 'Create').click();
    await expectShown(page.getByText('This day has a message already: “Faster”'));
    expect(await title.inputValue()).toBe('Mine');
    await page.getByLabel('Day', { exact: true }).fill(day(4));
    await button(page, 'Create').click();
    await page.getByRole('heading', { level: 1, name: /4 / }).waitFor();
  });

  it('is not left half written unless told to, and is still there after a reload', async () => {
    const page = await openAs('/daily-message/new');
    const title = page.getByRole('region', { name: 'French' }).getByLabel('Title', { exact: true });
    await title.fill('Half a thought');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    await page.reload();
    await expectSoon(() => title.inputValue(), 'Half a thought');
    await button(page, 'Discard it').click();
    expect(await title.inputValue()).toBe('');
  });

  it('tells what members of a missing language see', async () => {
    const page = await openAs('/daily-message/new');
    await page.getByRole('region', { name: 'French' }).getByLabel('Message', { exact: true }).fill('Bonjour');
    const phone = page.getByRole('figure');
    await expectShown(phone.getByText('Bonjour'), phone.getByText(/Shown in French/));
    await page.getByRole('radio', { name: 'Show nothing' }).check();
    await expectShown(phone.getByText('No message today'));
    await button(page, 'Start from the French').click();
    await expectShown(phone.getByText('Bonjour'));
  });
});

describe('the calendar', () => {
  it('shows each day as what it is, and counts', async () => {
    const { month, day } = freshMonth();
    await write(day(1), 'Written');
    await write(day(2), 'Half', { translations: { fr: { body: 'Seul' } } });
    await write(day(3), 'Sketch', { status: 'draft' });
    const page = await openAs(`/daily-message?month=${month}`);
    await expectSoon(
      () => textOf(dayIn(page, day(1))).then((text) => /Ready Written|ReadyWritten/.test(text ?? '')),
      true,
    );
    const texts = await Promise.all([1, 2, 3].map((number) => textOf(dayIn(page, day(number)))));
    expect(texts[1]).toContain('No English');
    expect(texts[1]).toContain('without English');
    expect(texts[2]).toContain('Draft');
    const legend = page.getByRole('list', { name: 'This month' });
    await expectShown(
      legend.getByText('Ready1'),
      legend.getByText('Translation missing1'),
      legend.getByText('Draft1'),
    );
    await expectShown(page.getByRole('gridcell', { name: /1 .* Ready Written/ }).first());
  });

  it('moves a message onto another by the keyboard: both change places, and back', async () => {
    const { month, day } = freshMonth();
    const [first, second] = [await write(day(10), 'First'), await write(day(12), 'Second')];
    const page = await openAs(`/daily-message?month=${month}`);
    await dayIn(page, day(10)).focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move “First”' });
    await dialog.getByLabel('Day', { exact: true }).fill(day(12));
    await expectShown(
      dialog.getByText(/has “Second” already/),
      dialog.getByText(/“Second” takes this message’s place/),
    );
    await dialog.getByRole('radio', { name: 'Swap the two' }).press('Enter');
    await expectSoon(async () => [await dayOf(first), await dayOf(second)], [day(12), day(10)]);
    await expectSoon(() => dialog.count(), 0);
    await button(toasts(page), 'Undo').click();
    await expectSoon(async () => [await dayOf(first), await dayOf(second)], [day(10), day(12)]);
  });

  it('does not move a message further than can be planned, and says so at the day', async () => {
    const { month, day } = freshMonth();
    const message = await write(day(1), 'Near');
    const page = await openAs(`/daily-message?month=${month}`);
    await dayIn(page, day(1)).press('m');
    const field = page.getByRole('dialog').getByLabel('Day', { exact: true });
    await field.fill('2199-01-01');
    await inDialog(page, 'Move').click();
    await expectSoon(() => field.getAttribute('aria-invalid'), 'true');
    expect(await dayOf(message)).toBe(day(1));
  });

  it('moves a message by dragging: at once onto a gap, and with a question onto another', async () => {
    const { month, day } = freshMonth();
    const [first, second, third] = [
      await write(day(10), 'First'),
      await write(day(12), 'Second'),
      await write(day(13), 'Third'),
    ];
    const page = await openAs(`/daily-message?month=${month}`);
    await expectShown(page.getByText('Third'));
    await dayIn(page, day(10)).dragTo(dayIn(page, day(15)));
    await expectToast(page, 'Success!');
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

  it('fills gaps from the reserve, and says how far it reaches', async () => {
    const { month, day } = freshMonth();
    const message = await write(null, marker());
    const page = await openAs(`/daily-message?month=${month}`);
    await expectShown(page.getByRole('link', { name: /in reserve:/ }), page.getByText(/of cover, until/));
    await button(page, 'Fill the gaps').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('From').inputValue()).toBe(day(1));
    await dialog.getByLabel('To', { exact: true }).fill(today());
    await inDialog(page, 'Fill').click();
    await expectShown(dialog.getByText('This day is too early'));
    await dialog.getByLabel('To', { exact: true }).fill(day(20));
    await inDialog(page, 'Fill').click();
    await expectShown(toasts(page).getByText(/filled/));
    await expectSoon(async () => (await dayOf(message))?.slice(0, 7), month);
  });

  it('is an agenda on a phone, without scrolling sideways', async () => {
    const { month, day } = freshMonth();
    await write(day(2), 'On the phone');
    const page = await product().open(`/daily-message?month=${month}`, {
      as: await superuser(),
      locale: 'en',
      viewport: PHONE,
    });
    await settle(page);
    await expectShown(page.getByText('On the phone'));
    const boxes = await Promise.all([1, 2].map((number) => dayIn(page, day(number)).boundingBox()));
    expect(boxes[1]?.x).toBe(boxes[0]?.x);
    expect(boxes[1]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
  });
});

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

  it('copies a message into the reserve as a draft', async () => {
    const { day } = freshMonth();
    const word = marker();
    await write(day(1), word);
    const page = await openAs(`/daily-message?view=list&search=${word}`);
    await button(page, `Duplicate ${word}`).click();
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
    await button(page, `Delete ${word}`).click();
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await button(toasts(page), 'Undo').click();
    await expectSoon(() => dayOf(message), day(1));

    await page.goto(`${product().origin}/daily-message/${message.id}`);
    await button(page, 'Delete').click();
    await page.waitForURL('**/daily-message');
    await page.goto(`${product().origin}/daily-message?view=trash&search=${word}`);
    await button(page, `Restore ${word}`).click();
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
    await button(page, `Restore ${word}`).click();
    await button(toasts(page), 'Into the reserve').click();
    await expectShown(toasts(page).getByText('The message is back, in the reserve.'));
    expect(await dayOf(message)).toBeNull();
  });

  it('takes a table once all of it is right', async () => {
    const { day } = freshMonth();
    const word = marker();
    await write(day(1), 'Occupant');
    const page = await openAs('/daily-message?view=list');
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog');
    const table = dialog.getByLabel('Table');
    await table.fill(
      `day;fr_title;fr_body;status\n${day(1)};${word};Texte;ready\nsoon;${word};Texte;\n;${word};;ready`,
    );
    await inDialog(page, 'Check').click();
    await expectShown(
      dialog.getByText(/3.problems to correct/),
      dialog.getByRole('row', { name: '2 day This day has a message already' }),
      dialog.getByRole('row', { name: '3 day Write the day as 2026-12-31' }),
      dialog.getByRole('row', { name: '4 fr_body A message that is ready needs this text' }),
    );
    expect(await inDialog(page, 'Check').isDisabled()).toBe(true);
    await table.fill(`day;fr_title;fr_body;status\n${day(2)};${word};Texte;ready\n;${word};Texte;`);
    await inDialog(page, 'Check').click();
    await expectShown(dialog.getByRole('row', { name: new RegExp(`3 In reserve ${word}`) }));
    expect((await api('GET', `/daily-messages/?search=${word}`)).count).toBe(0);
    await inDialog(page, 'Import 2\u00a0messages').click();
    await expectToast(page, '2\u00a0messages imported.');
    expect((await api('GET', `/daily-messages/?search=${word}`)).count).toBe(2);
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

describe('two people at one message', () => {
  /** Both open it; the second changes the French title and saves first. */
  async function editTwice(change: (page: Page) => Promise<void>) {
    const { day } = freshMonth();
    const message = await write(day(1), 'Before');
    const mine = await openAs(`/daily-message/${message.id}`);
    const theirs = await openAs(
      `/daily-message/${message.id}`,
      await inEnglish(product().t, product().t.colleague()),
    );
    await change(mine);
    await titleIn(theirs, 'French').fill('Theirs');
    await button(theirs, 'Save').click();
    await expectToast(theirs, 'The changes are saved.');
    await button(mine, 'Save').click();
    const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed this message' });
    await dialog.waitFor();
    const read = async () => (await api('GET', `/daily-messages/${message.id}`)).translations;
    return { mine, dialog, read };
  }
  const titleIn = (page: Page, language: string) =>
    page.getByRole('region', { name: language }).getByLabel('Title', { exact: true });

  it('are shown both versions of what both changed, and choose', async () => {
    const { mine, dialog, read } = await editTwice((page) => titleIn(page, 'French').fill('Mine'));
    await expectShown(
      dialog.getByRole('group', { name: 'Title · French' }),
      dialog.getByText('Theirs', { exact: true }).last(),
    );
    await expectAccessible(mine);
    await expectBigTargets(mine);
    await inDialog(mine, 'Cancel').click();
    expect(await titleIn(mine, 'French').inputValue()).toBe('Mine');
    await button(mine, 'Save').click();
    expect(await dialog.getByRole('radio', { name: /^Mine/ }).isChecked()).toBe(true);
    await inDialog(mine, 'Save this choice').click();
    await expectToast(mine, 'The changes are saved.');
    expect((await read()).fr.title).toBe('Mine');
  });

  it('keep what each of them changed elsewhere', async () => {
    const { mine, dialog, read } = await editTwice((page) => titleIn(page, 'English').fill('My English'));
    expect(await dialog.getByRole('radio', { name: /^Theirs/ }).isChecked()).toBe(true);
    await inDialog(mine, 'Save this choice').click();
    await expectToast(mine, 'The changes are saved.');
    const { fr, en } = await read();
    expect([fr.title, en.title]).toEqual(['Theirs', 'My English']);
    await expectSoon(() => titleIn(mine, 'French').inputValue(), 'Theirs');
  });

  it('are asked too when the text comes back from a draft that is older than what was saved', async () => {
    const { day } = freshMonth();
    const message = await write(day(1), 'Before');
    const page = await openAs(`/daily-message/${message.id}`);
    await titleIn(page, 'French').fill('Mine');
    await expectSoon(() => page.evaluate(() => JSON.stringify(localStorage).includes('Mine')), true);
    await api('PATCH', `/daily-messages/${message.id}`, { translations: bilingual('Theirs') });
    await page.reload();
    await expectSoon(() => titleIn(page, 'French').inputValue(), 'Mine');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this message' });
    await expectShown(dialog.getByRole('group', { name: 'Title · French' }));
    await inDialog(page, 'Save this choice').click();
    await expectToast(page, 'The changes are saved.');
    const { fr, en } = (await api('GET', `/daily-messages/${message.id}`)).translations;
    expect([fr.title, en.title]).toEqual(['Mine', 'Theirs in English']);
  });

  it('are not asked about a move', async () => {
    const { day } = freshMonth();
    const message = await write(day(1), 'Before');
    const page = await openAs(`/daily-message/${message.id}`);
    await titleIn(page, 'French').fill('After');
    await api('POST', `/daily-messages/${message.id}/move`, { day: day(2) });
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    const saved = await api('GET', `/daily-messages/${message.id}`);
    expect([saved.day, saved.translations.fr.title]).toEqual([day(2), 'After']);
  });
});

describe.each([
  { theme: 'light', locale: 'fr' },
  { theme: 'dark', locale: 'en' },
] as const)('in $theme colours and $locale', (look) => {
  it('everybody can use the screens of the message of the day', { timeout: 180_000 }, async () => {
    const { t } = product();
    const account = await t.colleague();
    await t.call('PATCH', '/preferences/', { token: account.token, json: { theme: look.theme } });
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale: look.locale } });
    const { month, day } = freshMonth();
    const message = await write(day(3), 'Un', { link: 'https://example.org' });
    await write(day(4), 'Deux', { translations: { fr: { body: 'Seul' } } });
    await write(day(5), 'Trois', { status: 'draft' });
    const page = await product().open(`/daily-message?month=${month}`, {
      ...look,
      as: account,
      reducedMotion: 'reduce',
    });
    async function expectUsable() {
      await settle(page);
      await expectAccessible(page);
      await expectBigTargets(page);
    }
    async function expectUsableDialog(open: () => Promise<void>, within = async () => {}) {
      await open();
      await page.getByRole('dialog').waitFor();
      await within();
      await expectUsable();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const press = (name: RegExp) => page.getByRole('button', { name }).first().click();

    await expectUsable();
    await expectUsableDialog(
      async () => {
        await dayIn(page, day(3)).focus();
        await page.keyboard.press('m');
      },
      async () => {
        await page.getByRole('dialog').locator('input[type="date"]').fill(day(4));
        await page.getByRole('dialog').getByRole('radio').nth(3).waitFor();
      },
    );
    await expectUsableDialog(() => press(/^(Aperçu|Preview)$/));
    await expectUsableDialog(() => press(/^(Remplir les jours vides|Fill the gaps)$/));
    await expectUsableDialog(
      () => press(/^(Importer|Import)$/),
      async () => {
        await page.getByText(/^(Le format|The format)$/).click();
        await page.getByRole('dialog').locator('textarea').fill('day,fr_body\nsoon,Texte');
        await press(/^(Vérifier|Check)$/);
        await page.getByRole('dialog').getByRole('table').waitFor();
      },
    );
    for (const path of [
      '?view=list',
      '?view=reserve',
      '?view=history',
      '?view=trash',
      '/new',
      `/${message.id}`,
      `/${crypto.randomUUID()}`,
    ]) {
      await page.goto(`${product().origin}/daily-message${path}`);
      await expectUsable();
    }
    await page.setViewportSize(PHONE);
    for (const path of [`?month=${month}`, `/${message.id}`]) {
      await page.goto(`${product().origin}/daily-message${path}`);
      await expectUsable();
    }
  });
});
