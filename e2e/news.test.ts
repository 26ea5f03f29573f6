import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../apps/api/test/harness.ts';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { expectBigTargets, marker, settle } from './steps.ts';
import {
  expectShown,
  expectSoon,
  expectToast,
  inEnglish,
  placeOf,
  problemAt,
  requestsOf,
  toasts,
} from './watching.ts';

const product = useProduct();

const superuser = () => inEnglish(product().t, product().t.superuser());
const openAs = async (path: string, account?: Account) => {
  const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en' });
  await settle(page);
  return page;
};
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => button(page.getByRole('dialog'), name);
const french = (page: Page) => page.getByRole('region', { name: 'French', exact: true });
const english = (page: Page) => page.getByRole('region', { name: 'English', exact: true });
const bodyIn = (panel: Locator, name = 'Text') => panel.getByRole('textbox', { name, exact: true });
const kept = (page: Page) => page.getByText(/^Saved \d\d:\d\d/);

async function api(method: string, path: string, json?: unknown, as?: Account) {
  const { token } = as ?? (await product().t.superuser());
  const { body } = await product().t.call(method, path, { token, json });
  return body;
}

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const text = (title: string, fields = {}) => ({
  title,
  excerpt: '',
  body: paragraph(`${title}, in full.`),
  cover_alt: '',
  state: 'ready',
  ...fields,
});

/** Writes an article by the API, ready in both languages. */
const write = (title: string, translations: object = { fr: text(title), en: text(`${title} in English`) }) =>
  api('POST', '/news/', { content: { translations } });

/** What a member reads of an article in the app. */
async function asMember(id: string, locale: 'fr' | 'en') {
  const { t } = product();
  const { token } = await t.member();
  await t.call('PATCH', '/users/me', { token, json: { locale } });
  const { status, body } = await t.call('GET', `/app/news/${id}`, { token });
  return status === 200 ? body : status;
}

/** The day of next year on which clocks change in this month. */
function lastSundayOf(month: '03' | '10'): string {
  const day = new Date(`${new Date().getUTCFullYear() + 1}-${month}-31T00:00:00Z`);
  day.setUTCDate(31 - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

/** Pastes what Word puts on the clipboard: HTML with a picture of it. */
const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

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
      kept: /^Enregistré à \d\d:\d\d/,
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
      kept: /^Saved \d\d:\d\d/,
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
    await panel('en').getByLabel(labels.title, { exact: true }).fill(`${word} en`);
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
    await expectShown(toasts(page).getByText(done));
    expect(await asMember(id, 'en')).toMatchObject({
      title: `${word} en`,
      html: `<p>Texte en de <strong>${word}</strong></p>`,
      locale: 'en',
      is_fallback: false,
    });
  });
});

describe('the editor', () => {
  it('UI-CON-1: asks who of two stays where both changed the same, and merges everything else', async () => {
    const { id } = await write(marker());
    const colleague = await inEnglish(product().t, product().t.colleague());
    const [mine, theirs] = [await openAs(`/news/${id}`), await openAs(`/news/${id}`, colleague)];
    await english(theirs).getByLabel('Title', { exact: true }).fill('Their English title');
    await french(theirs).getByLabel('Title', { exact: true }).fill('Leur titre');
    await button(theirs, 'Save').click();
    await expectToast(theirs, 'The article is saved.');

    await french(mine).getByLabel('Title', { exact: true }).fill('Mon titre');
    await french(mine).getByLabel('Summary', { exact: true }).fill('Mon résumé');
    await button(mine, 'Save').click();
    const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed the same' });
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
    await expectSoon(() => french(theirs).getByLabel('Title', { exact: true }).inputValue(), 'Leur titre');
  });

  it('keeps what is written offline, and sends it once the service can be reached, one call at a time', async () => {
    const { id } = await write(marker());
    const account = await superuser();
    const page = await openAs(`/news/${id}`, account);
    const calls = requestsOf(page, 'PUT', /autosave$/);
    await page.context().setOffline(true);
    await bodyIn(french(page)).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Written offline.');
    await expectShown(page.getByText(/^Offline: kept in this browser/));
    await page.context().setOffline(false);
    await kept(page).waitFor();
    const { autosave } = await api('GET', `/news/${id}`, undefined, account);
    expect(JSON.stringify(autosave.content)).toContain('Written offline.');
    const before = calls.length;
    await page.keyboard.type('And more, letter by letter.', { delay: 30 });
    await expectSoon(() => calls.length, before + 1);
    await kept(page).waitFor();
  });

  it('UI-DRF-1: loses nothing of what one person writes in two browsers', async () => {
    const { id } = await write('Titre');
    const account = await inEnglish(product().t, product().t.colleague());
    const [one, other] = [await openAs(`/news/${id}`, account), await openAs(`/news/${id}`, account)];
    const elsewhere = other.getByText(/^Being written in another window too: kept in this browser/);
    const titleIn = (panel: Locator) => panel.getByLabel('Title', { exact: true });
    await titleIn(french(one)).fill('Titre de l’un');
    await kept(one).waitFor();
    await titleIn(english(other)).fill('Title of the other');
    await elsewhere.waitFor();
    await one.reload();
    await expectSoon(() => titleIn(french(one)).inputValue(), 'Titre de l’un');
    await other.reload();
    await expectSoon(() => titleIn(french(other)).inputValue(), 'Titre de l’un');
    expect(await titleIn(english(other)).inputValue()).toBe('Title of the other');
    await kept(other).waitFor();

    await titleIn(french(other)).fill('Titre de l’autre');
    await kept(other).waitFor();
    await titleIn(french(one)).fill('Titre de l’un encore');
    await one.getByText(/^Being written in another window too/).waitFor();
    await one.reload();
    const dialog = one.getByRole('dialog', { name: 'You have written the same in another window' });
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

  it('UI-DRF-1: takes what is kept for what it descends from, whatever the clock of the computer', async () => {
    const { id } = await write('Titre');
    const account = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    await page.clock.setFixedTime(Date.now() - 86_400_000);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Gardé');
    await expectSoon(
      async () => (await api('GET', `/news/${id}`, undefined, account)).autosave !== null,
      true,
    );
    await page.route('**/autosave', (route) => route.abort());
    await title.fill('Gardé ici');
    await expectShown(page.getByText(/^Offline: kept in this browser/));
    await page.reload();
    await expectSoon(() => title.inputValue(), 'Gardé ici');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('UI-DRF-1: whose session ends loses nothing, and shows it to nobody else', async () => {
    const { id } = await write(marker());
    const account = await inEnglish(product().t, product().t.colleague());
    const other = await inEnglish(product().t, product().t.colleague());
    const page = await openAs(`/news/${id}`, account);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Perdu ?');
    await product().t.call('DELETE', '/sessions/current', { token: account.token });
    await page.waitForURL('**/login');
    const signInAs = async ({ email, password }: Account) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await button(page, 'Log In').click();
      await page.waitForURL(`**/news/${id}`);
      await settle(page);
    };
    await signInAs(other);
    expect(await title.inputValue()).not.toBe('Perdu ?');
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.reload();
    await signInAs(account);
    await expectSoon(() => title.inputValue(), 'Perdu ?');
    await expectShown(page.getByText('What you had typed has been restored.'));
    await button(page, 'Discard it').click();
    await expectSoon(() => title.inputValue().then((value) => value === 'Perdu ?'), false);
    await expectShown(page.getByText('Everything is saved'));
  });

  it('is not left before everything is kept unless told to', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    await french(page).getByLabel('Title', { exact: true }).fill('Half a thought');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await inDialog(page, 'Cancel').click();
    await kept(page).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    expect(placeOf(page)).toBe('/dashboard');
  });

  it('takes over from Word what an article may be made of, and nothing else', async () => {
    const { id } = await write(marker(), { fr: { title: 'Collage' } });
    const page = await openAs(`/news/${id}`);
    const body = bodyIn(french(page));
    await body.click();
    await paste(
      body,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p { color: red }</style></head><body>
      <h1 style='font-family:Calibri'>Titre<o:p></o:p></h1>
      <p class=MsoNormal style='margin:0'><b style='mso-bidi-font-weight:normal'>Gras</b> et <i
      style='mso-bidi-font-style:normal'>penché</i>,
      <a href="javascript:alert(1)">piège</a>, <a href="https://example.com/">lien</a><img src=x onerror=alert(1)></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
      style='mso-list:Ignore'>1.<span>&nbsp;</span></span><!--[endif]-->Un</p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>2.</span><!--[endif]-->Deux</p>
      <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><!--[if !supportLists]--><span>o</span><!--[endif]-->Sous deux</p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>3.</span><!--[endif]-->Trois</p>
      <table><tr><td>Case</td></tr></table><script>alert(1)</script></body></html>`,
    );
    await kept(page).waitFor();
    await button(page, 'Save').click();
    await expectToast(page, 'The article is saved.');
    const { content } = await api('GET', `/news/${id}`);
    const word = (value: string, ...marks: object[]) => ({
      type: 'text',
      text: value,
      ...(marks.length > 0 && { marks }),
    });
    const entry = (value: string, ...lists: object[]) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [word(value)] }, ...lists],
    });
    expect(content.translations.fr.body.content).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [word('Titre')] },
      {
        type: 'paragraph',
        content: [
          word('Gras', { type: 'bold' }),
          word(' et '),
          word('penché', { type: 'italic' }),
          word(', piège, '),
          word('lien', { type: 'link', attrs: { href: 'https://example.com/' } }),
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 1 },
        content: [
          entry('Un'),
          entry('Deux', { type: 'bulletList', content: [entry('Sous deux')] }),
          entry('Trois'),
        ],
      },
      { type: 'paragraph', content: [word('Case')] },
    ]);
  });

  it('compares a version with what is written, and goes back to it', async () => {
    const { id } = await write('Avant');
    const page = await openAs(`/news/${id}`);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Après');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'The article is saved.');
    await button(page, 'Versions').click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    await drawer
      .getByRole('button', { name: /^Saved/ })
      .last()
      .click();
    await expectShown(
      drawer.locator('del', { hasText: 'Avant' }),
      drawer.locator('ins', { hasText: 'Après' }),
    );
    await button(drawer, 'Go back to this version').click();
    await expectSoon(() => title.inputValue(), 'Avant');
  });

  it('asks before a version takes the place of what is not saved, and leaves nothing of that behind', async () => {
    const { id } = await write('Avant');
    await api('PATCH', `/news/${id}`, { version: 1, content: { translations: { fr: text('Après') } } });
    const account = await superuser();
    const page = await openAs(`/news/${id}`, account);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Pas enregistré');
    await kept(page).waitFor();
    await button(page, 'Versions').click();
    await page
      .getByRole('button', { name: /^Saved/ })
      .last()
      .click();
    await button(page, 'Go back to this version').click();
    const question = page.getByRole('dialog', { name: 'Replace what is not saved?' });
    await button(question, 'Cancel').click();
    expect(await title.inputValue()).toBe('Pas enregistré');
    await button(page, 'Go back to this version').click();
    await button(question, 'Go back to this version').click();
    await expectSoon(() => title.inputValue(), 'Avant');
    await expectShown(page.getByText('Everything is saved'));
    expect((await api('GET', `/news/${id}`, undefined, account)).autosave).toBeNull();
    await page.reload();
    await expectSoon(() => title.inputValue(), 'Avant');
  });

  it.each([
    ['exemple.fr?x', 'https://exemple.fr?x'],
    ['exemple.fr:8080/a', 'https://exemple.fr:8080/a'],
    ['jean@exemple.fr', 'mailto:jean@exemple.fr'],
  ])('takes %s for a link to %s', async (typed, href) => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    const body = bodyIn(french(page));
    await body.click();
    await button(french(page), 'Link').click();
    await page.getByRole('dialog').getByRole('textbox').fill(typed);
    await page.keyboard.press('Enter');
    await expectSoon(() => body.getByRole('link', { name: typed }).getAttribute('href'), href);
  });
});

describe('publishing', () => {
  it('says at the fields what is missing, and goes on without a change once it is there', async () => {
    const { id } = await write(marker(), { fr: { title: 'Sans texte' } });
    const page = await openAs(`/news/${id}`);
    await button(page, 'Publish').click();
    await expectShown(french(page).getByText('The default language must be ready to publish'));
    await french(page).getByRole('checkbox', { name: 'The French is ready' }).check();
    await button(page, 'Publish').click();
    await expectShown(french(page).getByText('Write the text to publish'));
    await expectSoon(
      () => bodyIn(french(page)).evaluate((element) => element === document.activeElement),
      true,
    );
    await page.keyboard.type('Le texte.');
    await button(page, 'Publish').click();
    await expectToast(page, 'Members see the article.');
    await french(page).getByLabel('Title', { exact: true }).fill('Un autre titre');
    await button(page, 'Save').click();
    await expectShown(page.getByText('Members see the version before, until you update it.'));
    expect(await asMember(id, 'en')).toMatchObject({ title: 'Sans texte', locale: 'fr', is_fallback: true });
    await button(page, 'Update').click();
    await expectSoon(async () => (await asMember(id, 'en')).title, 'Un autre titre');
    await button(page, 'Unpublish').click();
    await expectSoon(() => asMember(id, 'en'), 404);
  });

  it('by itself is planned by the clock of the organisation, which skips and repeats hours', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    await button(page, 'Schedule…').click();
    const field = page.getByRole('dialog').getByLabel('Goes online');
    const go = inDialog(page, 'Schedule');
    const [spring, autumn] = [lastSundayOf('03'), lastSundayOf('10')];
    for (const [time, problem] of [
      [`${spring}T02:30`, 'Clocks skip this time on that day: choose another'],
      [`${autumn}T02:30`, 'Clocks strike this time twice on that day: choose another'],
      ['2020-01-01T08:00', 'Choose a moment in the future'],
    ] as const) {
      await field.fill(time);
      await go.click();
      await expectSoon(() => problemAt(field), problem);
    }
    await field.fill(`${spring}T08:30`);
    await expectShown(
      page.getByText(/Sunday.* \d+ March .* 08:30, by the organisation’s clock \(Europe\/Paris\)/),
    );
    await go.click();
    await expectToast(page, 'The article is scheduled.');
    await expectShown(page.getByText(/Goes online on \d+ March/));
    expect((await api('GET', `/news/${id}`)).visible_from).toBe(`${spring}T06:30:00.000Z`);
    await french(page).getByLabel('Title', { exact: true }).fill('Plus tard');
    await button(page, 'Update the scheduled version').click();
    await expectSoon(async () => (await api('GET', `/news/${id}`)).has_changes, false);
    expect((await api('GET', `/news/${id}`)).visible_from).toBe(`${spring}T06:30:00.000Z`);
    await button(page, 'Don’t publish').click();
    await expectShown(page.getByRole('heading', { level: 1 }).getByText('Draft'));
  });

  it('shows a cover around the point that was chosen, and can be described in both languages', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    const picture = await page.screenshot({ type: 'jpeg' });
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose a picture').click();
    await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: picture });
    const point = page.getByRole('button', { name: /^Point that stays in sight/ });
    await point.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await button(page, 'Publish').click();
    await expectShown(page.getByText('Describe the cover to publish').first());
    await page.getByLabel('Description · French').fill('Une page');
    await page.getByLabel('Description · English').fill('A page');
    await button(page, 'Publish').click();
    await expectToast(page, 'Members see the article.');
    expect((await asMember(id, 'en')).cover).toMatchObject({ alt: 'A page', focal_x: 0.48, focal_y: 0.48 });
    await button(page, 'Preview').click();
    await page.getByRole('dialog').getByRole('img', { name: 'A page' }).waitFor();
  });
});

/** Ways to have a link run a script, and ways to have text taken for markup. */
const HREFS = [
  'javascript:hacked=1',
  'JaVaScRiPt:hacked=1',
  'java\nscript:hacked=1',
  '\u0001javascript:hacked=1',
  'javascript&colon;hacked=1',
  'data:text/html,<script>parent.hacked=1</script>',
  'vbscript:hacked=1',
  '//canary.invalid/x',
  'https://user:password@canary.invalid/',
];
const MARKUPS = [
  '<img src="/canary" onerror="window.hacked = true">',
  '"><script>window.hacked = true</script>',
  '<svg><animate onbegin=hacked=1 attributeName=x></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=/canary onerror=hacked=1&gt;">',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<form id=body><input name=innerHTML>',
  '<base href="//canary.invalid/"><meta http-equiv=refresh content="0;url=//canary.invalid/">',
  '&lt;img src=/canary onerror=hacked=1&gt;',
  "<a href='javascript:hacked=1'>x</a><details open ontoggle=hacked=1>",
  '{{constructor.constructor("hacked=1")()}}',
];

describe('hostile texts', () => {
  it('SEC-XSS-1: run nothing and ask nobody in the list, the editor, the preview and the versions', async () => {
    const hostile = {
      type: 'doc',
      content: [...HREFS, ...MARKUPS].map((href, index) => ({
        type: index % 2 ? 'paragraph' : 'heading',
        ...(index % 2 === 0 && { attrs: { level: 2, onclick: 'hacked=1', style: 'x:expression(hacked=1)' } }),
        content: [{ type: 'text', text: MARKUPS[index] ?? href, marks: [{ type: 'link', attrs: { href } }] }],
      })),
    };
    const [markup = ''] = MARKUPS;
    const fr = text(markup, { excerpt: MARKUPS[1], body: hostile });
    const { id } = await write(markup, { fr, en: { ...fr, title: MARKUPS[4] } });
    await api('POST', '/news-categories/', { names: { fr: MARKUPS[2], en: MARKUPS[8] }, color: '#000000' });
    const page = await openAs('/news');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => asked.push(dialog.message()));
    await expectShown(page.getByRole('row').getByText(MARKUPS[4] ?? ''));
    await page.goto(`${product().origin}/news/${id}`);
    await settle(page);
    await expectShown(bodyIn(french(page)).getByText(markup).first());
    for (const link of await bodyIn(french(page)).locator('a').all())
      expect(await link.getAttribute('href')).toMatch(/^https?:\/\//);
    await paste(
      bodyIn(english(page)),
      MARKUPS.join('') + HREFS.map((href) => `<a href="${href}">x</a>`).join(''),
    );
    await kept(page).waitFor();
    await button(page, 'Preview').click();
    await expectShown(page.getByRole('figure').getByText(markup).first());
    await page.keyboard.press('Escape');
    await button(page, 'Versions').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Saved/ })
      .first()
      .click();
    await expectShown(page.getByRole('dialog').getByText('Text · English'));
    const { hacked, traces } = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      traces: document.querySelectorAll(
        '[onerror], [onbegin], [ontoggle], main iframe, main base, main script',
      ).length,
    }));
    expect({ hacked, traces }).toEqual({ hacked: false, traces: 0 });
    expect(asked.filter((url) => /canary|hacked/.test(url))).toEqual([]);
  });
});

describe('the list', () => {
  it('searches and filters in the address, does one thing to many, and undoes it', async () => {
    const word = marker();
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
    await expectShown(page.getByText('Nothing matches'));
    await button(toasts(page), 'Undo').click();
    await expectSoon(() => page.getByRole('cell').getByText('Draft', { exact: true }).count(), 2);
  });

  it('keeps what is deleted in the trash, and copies an article as a draft', async () => {
    const word = marker();
    const { id } = await write(word);
    const page = await openAs(`/news/${id}`);
    await button(page, 'Delete').click();
    await page.waitForURL('**/news');
    await page.goto(`${product().origin}/news?view=trash&search=${word}`);
    await button(page, `Restore ${word} in English`).click();
    await expectToast(page, '1\u00a0article restored.');
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
    await expectToast(page, 'Applied at once.');
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
    await button(page, 'French').click();
    await french(page).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await expectBigTargets(page);
    await expectAccessible(page);
  });
});
