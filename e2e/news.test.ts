import { describe, expect, it } from 'vitest';
import { bodyIn, drop, french, text, useNews } from './news-steps.ts';
import { button, civilDay, dateField, inDialog, lastSundayOf, marker, settle, shownDate } from './steps.ts';
import {
  excessOf,
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  holdUp,
  problemAt,
  toasts,
} from './watching.ts';

const { product, openAs, api, write, asMember } = useNews();

describe('an article', () => {
  it.each([
    {
      locale: 'fr',
      panels: { fr: 'Français', en: 'Anglais' },
      labels: {
        title: 'Titre',
        body: 'Texte',
        start: 'Commencer à écrire',
        publish: 'Publier',
        preview: 'Aperçu',
      },
      ready: /est prête$/,
      kept: /^Brouillon personnel enregistré à \d+\sh\s\d\d/,
      done: 'Les membres voient l’article.',
    },
    {
      locale: 'en',
      panels: { fr: 'French', en: 'English' },
      labels: {
        title: 'Title',
        body: 'Text',
        start: 'Start writing',
        publish: 'Publish',
        preview: 'Preview',
      },
      ready: /is ready$/,
      kept: /^Private draft saved \d\d:\d\d/,
      done: 'Members see the article.',
    },
  ] as const)('is written, kept, previewed, published and read by a member, in $locale', async (language) => {
    const { locale, panels, labels, ready, done } = language;
    const { t } = product();
    const account = await t.colleague();
    await t.call('PATCH', '/users/me', { token: account.token, json: { locale } });
    const word = marker();
    const page = await product().open('/news/new', { as: account, locale });
    await settle(page);
    await page.getByLabel(panels.fr, { exact: true }).fill(`${word} fr`);
    await button(page, labels.start).click();
    await page.waitForURL(/news\/[\da-f-]{36}$/);
    const id = page.url().split('/').at(-1) ?? '';
    const panel = (name: 'fr' | 'en') => page.getByRole('region', { name: panels[name], exact: true });
    await panel('en').getByRole('textbox', { name: labels.title, exact: true }).fill(`${word} en`);
    for (const name of ['fr', 'en'] as const) {
      await bodyIn(panel(name), labels.body).click();
      await page.keyboard.type(`Texte ${name} de `);
      await page.keyboard.press('Control+b');
      await page.keyboard.type(word);
      await panel(name).getByRole('checkbox', { name: ready }).check();
    }
    await page.getByText(language.kept).waitFor();
    await page.reload();
    await expectSoon(() => bodyIn(panel('en'), labels.body).innerText(), `Texte en de ${word}`);
    expect(await asMember(id, 'fr')).toBe(404);

    await button(page, labels.preview).click();
    const phones = page.getByRole('dialog').getByRole('figure');
    await expectShown(phones.getByText(`${word} fr`), phones.getByText(`${word} en`));
    await expectShown(phones.locator('strong', { hasText: word }).first());
    await page.keyboard.press('Escape');

    await button(page, labels.publish).click();
    await inDialog(page, labels.publish).click();
    await expectShown(toasts(page).getByText(done));
    expect(await asMember(id, 'en')).toMatchObject({
      title: `${word} en`,
      html: `<p>Texte en de <strong>${word}</strong></p>`,
      locale: 'en',
      is_fallback: false,
    });
  });
});

it('a new article is begun by typing its title', async () => {
  const page = await openAs('/news');
  await page.getByRole('link', { name: 'New article' }).first().click();
  const title = page.getByLabel('French', { exact: true });
  await expectFocused(title);
  const name = marker();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expectSoon(() => french(page).getByLabel('Title', { exact: true }).inputValue(), name);
});

it('the address of a new article follows its title, but not while another is being typed', async () => {
  const [first, second, third] = [marker(), marker(), marker()];
  const { id } = await write(first, { fr: text(first), en: null });
  const page = await openAs(`/news/${id}`);
  const address = page.getByLabel('Address', { exact: true });
  const save = async (title: string) => {
    await french(page).getByLabel('Title', { exact: true }).fill(title);
    await button(page, 'Save').click();
    await expectSoon(async () => (await api('GET', `/news/${id}`)).slug, title);
  };
  await save(second);
  await expectSoon(() => address.inputValue(), second);
  await address.fill('an-address');
  await save(third);
  await expectShown(page.getByRole('heading', { level: 1, name: third }));
  expect(await address.inputValue()).toBe('an-address');
  await button(page, 'Change the address').click();
  await expectSoon(async () => (await api('GET', `/news/${id}`)).slug, 'an-address');
});

describe('publishing', () => {
  it('lists the state of the article first, with the ways to mend it, and can be undone', async () => {
    await api('POST', '/news-categories/', { names: { fr: 'Fêtes', en: 'Parties' }, color: '#c62828' });
    const { id } = await write(marker(), { fr: text('Une fête'), en: text('A party', { state: 'draft' }) });
    const page = await openAs(`/news/${id}`);
    await button(page, 'Publish').click();
    const dialog = page.getByRole('dialog');
    await expectShown(
      dialog.getByText('French: ready'),
      dialog.getByText('English: not marked as ready'),
      dialog.getByText('No cover picture'),
      dialog.getByText('No category'),
      dialog.getByText(/^No notification is sent.*devices? reachable today\.$/),
      dialog.getByText('Online immediately'),
    );
    await button(dialog, 'Mark as ready').click();
    await expectShown(dialog.getByText('English: ready'));
    await expectFocused(dialog.getByRole('listitem').filter({ hasText: 'English: ready' }));
    await button(dialog, 'Publish').click();
    await expectSoon(async () => (await asMember(id, 'en')).title, 'A party');
    await button(toasts(page), 'Undo').click();
    await expectSoon(() => asMember(id, 'en'), 404);
    expect((await api('GET', `/news/${id}`)).status).toBe('draft');
  });

  it('of a scheduled, pinned article is undone to its schedule and pin, whose end can be changed', async () => {
    const { id } = await write(marker());
    const visible_from = `${lastSundayOf('03')}T08:30`;
    const visible_to = `${lastSundayOf('10')}T08:30`;
    await api('POST', `/news/${id}/schedule`, { visible_from, visible_to });
    await api('POST', `/news/${id}/pin`, { until: `${lastSundayOf('03')}T18:00` });
    const before = await api('GET', `/news/${id}`);
    const page = await openAs(`/news/${id}`);
    await button(page, 'Publish now').click();
    await inDialog(page, 'Publish').click();
    await expectSoon(async () => (await asMember(id, 'fr')).id, id);
    await button(toasts(page), 'Undo').click();
    await expectToast(page, 'Members no longer see the article; it is as it was before.');
    const { status, visible_from: from, visible_to: to, pinned_until } = before;
    expect(await api('GET', `/news/${id}`)).toMatchObject({
      status,
      visible_from: from,
      visible_to: to,
      pinned_until,
    });
    await button(page, 'Change…').click();
    const dialog = page.getByRole('dialog', { name: 'Change the pin' });
    const day = shownDate(lastSundayOf('03'));
    await expectSoon(() => dateField(dialog, 'Pinned until').inputValue(), `${day} 18:00`);
    await button(dialog, 'Save').click();
    await expectSoon(() => dialog.count(), 0);
    expect(await api('GET', `/news/${id}`)).toMatchObject({ pinned_until });
  });

  it('says what is missing, and goes on without a change once it is there', async () => {
    const { id } = await write(marker(), { fr: { title: 'Sans texte' } });
    const page = await openAs(`/news/${id}`);
    await button(page, 'Publish').click();
    expect(await inDialog(page, 'Publish').isDisabled()).toBe(true);
    const missing = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'French: no text' });
    await expectShown(missing.getByText('Required to publish'));
    await missing.getByRole('button', { name: 'Complete it' }).click();
    await expectFocused(bodyIn(french(page)));
    await page.keyboard.type('Le texte.');
    await french(page).getByRole('checkbox', { name: 'The French is ready' }).check();
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

  it('at a later time lists the same, and keeps that time while the article is mended', async () => {
    const { id } = await write(marker(), { fr: { title: 'Sans texte' } });
    const page = await openAs(`/news/${id}`);
    const body = bodyIn(french(page));
    const dialog = page.getByRole('dialog');
    const go = inDialog(page, 'Schedule');
    const day = lastSundayOf('03');
    await button(page, 'Schedule…').click();
    await dateField(dialog, 'Goes online').fill(`${day}T08:30`);
    const missing = dialog.getByRole('listitem').filter({ hasText: 'French: no text' });
    await expectShown(missing.getByText('Required to publish'), dialog.getByText('No cover picture'));
    expect(await go.isDisabled()).toBe(true);
    await button(missing, 'Complete it').click();
    await expectFocused(body);
    await page.keyboard.type('Le texte.');
    await button(page, 'Schedule…').click();
    await expectSoon(() => dateField(dialog, 'Goes online').inputValue(), `${shownDate(day)} 08:30`);
    await button(dialog, 'Mark as ready').click();
    await expectShown(dialog.getByText('French: ready'));
    await go.click();
    await expectToast(page, 'The article is scheduled.');

    await french(page).getByRole('checkbox', { name: 'The French is ready' }).uncheck();
    await button(page, 'Update').click();
    await expectShown(french(page).getByText('The French version must be ready to publish'));
    await french(page).getByRole('checkbox', { name: 'The French is ready' }).check();
    await body.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await button(page, 'Update').click();
    await expectSoon(() => problemAt(body), 'Write the text to publish');
    await expectFocused(body);
    await page.keyboard.type('Un autre texte.');
    await expectSoon(() => problemAt(body), undefined);
  });

  it('by itself is planned by the clock of the organisation, which skips and repeats hours', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    await button(page, 'Schedule…').click();
    const field = dateField(page.getByRole('dialog'), 'Goes online');
    const go = inDialog(page, 'Schedule');
    const [spring, autumn] = [lastSundayOf('03'), lastSundayOf('10')];
    for (const [time, problem] of [
      [`${spring}T02:30`, 'Clocks skip this time on that day: choose another'],
      [`${autumn}T02:30`, 'This time occurs twice that day: choose another'],
      ['2020-01-01T08:00', 'Choose a moment in the future'],
      [
        'tomorrow',
        `“Goes online”: enter a valid date, such as ${shownDate(civilDay('Europe/Paris', 1))} 09:00`,
      ],
    ] as const) {
      await field.fill(time);
      await go.click();
      await expectSoon(() => problemAt(field), problem);
    }
    await field.fill(`${spring}T08:30`);
    await expectShown(page.getByText(/Sunday.* \d+ March .* 08:30 \(Paris.time\)/));
    await go.click();
    await expectToast(page, 'The article is scheduled.');
    await expectShown(page.getByText(/Goes online on \d+ March/));
    expect((await api('GET', `/news/${id}`)).visible_from).toBe(`${spring}T06:30:00.000Z`);
    await page.route('**/preferences/', (route) => route.abort());
    await page.reload();
    await french(page).getByLabel('Title', { exact: true }).fill('Plus tard');
    await button(page, 'Update').click();
    await expectToast(page, 'The service can’t be reached. Check your connection and try again.');
    await button(page, 'Change the time…').click();
    await inDialog(page, 'Try again').waitFor();
    await page.unroute('**/preferences/');
    await inDialog(page, 'Try again').click();
    await expectSoon(() => field.inputValue(), `${shownDate(spring)} 08:30`);
    await inDialog(page, 'Cancel').click();
    await button(page, 'Update').click();
    await expectSoon(async () => (await api('GET', `/news/${id}`)).has_changes, false);
    expect((await api('GET', `/news/${id}`)).visible_from).toBe(`${spring}T06:30:00.000Z`);
    await button(page, 'Cancel the schedule').click();
    await expectShown(page.getByRole('heading', { level: 1 }).getByText('Draft'));
  });

  it('names the types and the size of a cover when it refuses another file', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    await page.getByText('or drop one here').evaluate((zone) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['picture'], 'page.heic', { type: 'image/heic' }));
      zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expectShown(page.getByRole('alert').getByText('JPEG, PNG, WebP or AVIF, up to 8 MB'));
  });

  it('asks for the description of a cover before any language is ready', async () => {
    const { id } = await write(marker(), { fr: text('Une fête', { state: 'draft' }) });
    const page = await openAs(`/news/${id}`);
    await drop(page.getByText('or drop one here'), await page.screenshot({ type: 'jpeg' }));
    await page.getByRole('button', { name: /^Point that stays in sight/ }).waitFor();
    await button(page, 'Publish').click();
    await expectShown(page.getByRole('dialog').getByText('The cover has no description'));
  });

  it('is neither published nor left while a picture is on its way, whose sign stays below dialogs', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    const picture = await page.screenshot({ type: 'jpeg' });
    const letGo = await holdUp(page, 'POST', '**/media/');
    await drop(page.getByText('or drop one here'), picture);
    await expectShown(page.getByRole('status').getByText('Uploading a picture…'));
    for (const name of ['Publish', 'Schedule…'])
      expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
    await button(page, 'Preview').click();
    await expectShown(page.getByRole('dialog'));
    const isCovered = () =>
      page.locator('.mantine-LoadingOverlay-root').evaluate((loader) => {
        const { left, top, width, height } = loader.getBoundingClientRect();
        return !loader.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(await isCovered()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Back to the articles' }).click();
    await expectShown(page.getByRole('dialog', { name: 'Leave without saving?' }));
    await page.keyboard.press('Escape');
    letGo();
    await expectShown(page.getByRole('button', { name: /^Point that stays in sight/ }));
    await expectSoon(() => button(page, 'Publish').isEnabled(), true);
  });

  it('shows a cover around the point that was chosen, and can be described in both languages', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    const picture = await page.screenshot({ type: 'jpeg' });
    await drop(page.getByText('or drop one here'), picture);
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
    await page.setViewportSize({ width: 1280, height: 600 });
    expect(await excessOf(preview)).toBe(0);
    await preview.getByText('Dark', { exact: true }).click();
    await expectSoon(() => preview.locator('[data-mode=dark]').count(), 2);
  });
});
