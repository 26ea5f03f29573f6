import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bilingual, dayIn, textOf, useDailyMessages } from './daily-message-steps.ts';
import { expectAccessible } from './harness.ts';
import {
  button,
  dateField,
  drafts,
  expectBigTargets,
  inDialog,
  marker,
  settle,
  shownDate,
  titleIn,
} from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, placeOf, toasts } from './watching.ts';

const { product, openAs, api, today, freshMonth, write } = useDailyMessages();

describe('a message of the day', () => {
  it.each([
    {
      locale: 'fr',
      labels: { title: 'Titre', body: 'Message', ready: 'Prêt', create: 'Créer, prêt', preview: 'Aperçu' },
      panels: { fr: 'Français', en: 'Anglais' },
      back: 'Retour au calendrier',
    },
    {
      locale: 'en',
      labels: {
        title: 'Title',
        body: 'Message',
        ready: 'Ready',
        create: 'Create, ready',
        preview: 'Preview',
      },
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

  it('is planned for a week at once: pasted, its gap filled, previewed day by day', async () => {
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

  it('takes the place of what the reserve shows already, and its author is told', async () => {
    const { data } = await api('GET', `/daily-messages/?from=${today()}&to=${today()}`);
    for (const { id } of data) await api('DELETE', `/daily-messages/${id}`);
    await write(null, marker());
    const reader = await product().t.member();
    const ask = async () =>
      (await product().t.call('GET', `/app/daily-message?day=${today()}`, { token: reader.token })).body;
    const shown = await ask();
    const other = await write(freshMonth().day(1), 'To be moved');

    const page = await openAs('/daily-message');
    const notice = page.getByText('members are already shown a message of the reserve');
    await dayIn(page, today()).click();
    await page.waitForURL(`**/daily-message/new?day=${today()}`);
    await expectShown(notice);
    expect(await notice.getByRole('link', { name: shown.title }).getAttribute('href')).toBe(
      `/daily-message/${shown.id}`,
    );
    await expectAccessible(page);
    const french = page.getByRole('region', { name: 'French', exact: true });
    await french.getByLabel('Message', { exact: true }).fill('Written after all');
    await button(page, 'Create as a draft').click();
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await expectShown(notice);
    await page.getByRole('radio', { name: 'Ready', exact: true }).check();
    await button(page, 'Save').click();
    await expectToast(page, 'The changes are saved.');
    await expectSoon(() => notice.count(), 0);
    expect((await ask()).body).toBe('Written after all');

    await api('DELETE', `/daily-messages/${(await ask()).id}`);
    await ask();
    await page.goto(`${product().origin}/daily-message/${other.id}`);
    await button(page, 'Move…').click();
    await dateField(page.getByRole('dialog'), 'Day').fill(today());
    await expectShown(
      page.getByRole('dialog').getByText('members are already shown a message of the reserve'),
    );
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
    // The second key comes before the page shows the month that the first one asked for.
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

  it('says whether members see it, and leads to the next day that is free with the same status', async () => {
    const { day } = freshMonth();
    await write(day(4), 'Already written');
    const page = await openAs(`/daily-message/new?day=${day(3)}`);
    const bodyOf = () =>
      page.getByRole('region', { name: 'French', exact: true }).getByLabel('Message', { exact: true });
    await bodyOf().fill('The third');
    await button(page, 'Create as a draft').waitFor();
    await page.getByRole('radio', { name: 'Ready', exact: true }).check();
    await button(page, 'Create, ready').waitFor();
    await button(page, 'Create and go to the next empty day').click();
    await page.waitForURL(`**/daily-message/new?day=${day(5)}`);
    await expectShown(toasts(page).getByText(/^The message of .* is ready\.$/));
    await expectSoon(() => bodyOf().inputValue(), '');
    await bodyOf().fill('The fifth');
    await button(page, 'Create, ready').click();
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await page.getByRole('radio', { name: 'Draft', exact: true }).check();
    await button(page, 'Save').click();
    await expectToast(page, 'The draft is saved: members don’t see it.');
    const { data } = await api('GET', `/daily-messages/?from=${day(3)}&to=${day(5)}`);
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['ready', 'ready', 'draft']);
  });

  it('is followed by the next day from its top, ready to be written', async () => {
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

  it('is opened once Enter in its title has created it', async () => {
    const { day } = freshMonth();
    const page = await openAs(`/daily-message/new?day=${day(1)}`);
    await button(page, 'Create and go to the next empty day').waitFor();
    await titleIn(page, 'French').fill('Le marché');
    await page.keyboard.press('Enter');
    await page.waitForURL(/daily-message\/[\da-f-]{36}$/);
    await expectSoon(() => titleIn(page, 'French').inputValue(), 'Le marché');
    expect((await api('GET', `/daily-messages/${placeOf(page).slice(-36)}`)).day).toBe(day(1));
  });

  it('leads on into the next month where the rest of this one is written', async () => {
    const [before, { day }] = [freshMonth(), freshMonth()];
    const last = new Date(Date.parse(day(1)) - 86_400_000).toISOString().slice(0, 10);
    expect(last.startsWith(before.month)).toBe(true);
    await write(day(1), 'Already written');
    const page = await openAs(`/daily-message/new?day=${last}`);
    const french = page.getByRole('region', { name: 'French', exact: true });
    await french.getByLabel('Message', { exact: true }).fill('The last');
    await button(page, 'Create and go to the next empty day').click();
    await page.waitForURL(`**/daily-message/new?day=${day(2)}`);
  });

  it('that is ready needs its text in the default language, and each text has a limit', async () => {
    const page = await openAs('/daily-message/new');
    const french = page.getByRole('region', { name: 'French', exact: true });
    await page.getByRole('radio', { name: 'Ready', exact: true }).check();
    await french.getByLabel('Title', { exact: true }).fill('é'.repeat(121));
    await page.getByLabel('Link').fill('http://example.com');
    await button(page, 'Create, ready').click();
    await expectShown(
      french.getByText('121/120'),
      french.getByText('At most 120 characters'),
      french.getByText('Add the French text to mark it as ready'),
      page.getByText('Write a full link that starts with https://'),
    );
    expect(placeOf(page)).toBe('/daily-message/new');
  });

  it('for a day that is taken says so as soon as it is chosen, with the way to its message', async () => {
    const { day } = freshMonth();
    const occupant = await write(day(3), 'Earlier');
    const page = await openAs('/daily-message/new');
    const taken = page.getByText('This day has a message already: Earlier in English');
    await dateField(page, 'Day').fill(day(3));
    await expectShown(taken);
    await dateField(page, 'Day').fill(day(4));
    await taken.waitFor({ state: 'hidden' });
    await dateField(page, 'Day').fill(day(3));
    await page.getByRole('link', { name: 'Earlier in English' }).click();
    await inDialog(page, 'Leave').click();
    await expectSoon(() => placeOf(page), `/daily-message/${occupant.id}`);
  });

  it('for a day that is taken meanwhile says by which one, and loses nothing', async () => {
    const { day } = freshMonth();
    const page = await openAs(`/daily-message/new?day=${day(3)}`);
    const title = page.getByRole('region', { name: 'French' }).getByLabel('Title', { exact: true });
    await title.fill('Mine');
    await write(day(3), 'Faster');
    await button(page, 'Create as a draft').click();
    await expectShown(page.getByText('This day has a message already: “Faster in English”'));
    expect(await title.inputValue()).toBe('Mine');
    await dateField(page, 'Day').fill(day(4));
    await button(page, 'Create as a draft').click();
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
    await button(page, 'Discard this text').click();
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

describe('two people at one message', () => {
  /** Two editors open it; the second changes the French title and saves first. */
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
    await expectSoon(() => drafts(page), [expect.stringContaining('Mine')]);
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
