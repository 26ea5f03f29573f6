import { expect, it } from 'vitest';
import { autosaveNote, bodyIn, drop, english, french, paste, showBoth, text, useNews } from './news-steps.ts';
import { button, inDialog, marker, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, expectToast } from './watching.ts';

const { product, superuser, openAs, openEditor, api, asMember, write } = useNews();

it('applies French typography while typing, as a single undo step, and leaves English unchanged', async () => {
  const { id } = await write(marker());
  const page = await openEditor(id);
  const title = french(page).getByLabel('Title', { exact: true });
  await title.fill('');
  await title.pressSequentially("L'été : venez à 16:42 !");
  await expectSoon(() => title.inputValue(), 'L’été\u00a0: venez à 16:42\u202f!');
  await page.keyboard.press('Control+z');
  await expectSoon(() => title.inputValue(), 'L’été\u00a0: venez à 16:42 !');
  await title.fill('');
  await title.pressSequentially("Fin de l'été");
  await expectSoon(() => title.inputValue(), 'Fin de l’été');
  const body = page.getByRole('textbox', { name: 'Text' }).first();
  await body.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Dit-elle "venez" : c\'est ici !');
  await expectSoon(() => body.innerText(), 'Dit-elle «\u00a0venez\u00a0»\u00a0: c’est ici\u202f!');
  await page.keyboard.press('ControlOrMeta+z');
  await expectSoon(() => body.innerText(), 'Dit-elle «\u00a0venez\u00a0»\u00a0: c’est ici !');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type("Fin de l'été");
  await expectSoon(() => body.innerText(), 'Fin de l’été');
  const other = english(page).getByLabel('Title', { exact: true });
  await other.fill('');
  await other.pressSequentially("It's on : come !");
  expect(await other.inputValue()).toBe("It's on : come !");
});

it('applies French typography to pasted text, as a single undo step', async () => {
  const { id } = await write(marker());
  const page = await product().open(`/news/${id}`, {
    as: await superuser(),
    locale: 'en',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await showBoth(page);
  const pasted = 'C\'est "la" fête : -10 % !';
  const typeset = 'C’est «\u00a0la\u00a0» fête\u00a0: -10\u00a0%\u202f!';
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  const title = french(page).getByLabel('Title', { exact: true });
  await title.fill('');
  const body = page.getByRole('textbox', { name: 'Text' }).first();
  for (const [field, read] of [
    [title, () => title.inputValue()],
    [body, () => body.innerText()],
  ] as const) {
    await field.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
    await expectSoon(read, typeset);
    await page.keyboard.press('ControlOrMeta+z');
    await expectSoon(read, pasted);
  }
});

it('keeps only the formatting that articles allow in text pasted from Word', async () => {
  const { id } = await write(marker(), { fr: { title: 'Collage' } });
  const page = await openEditor(id);
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
  await autosaveNote(page).waitFor();
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

it('formats text by the toolbar, and shows pictures in the order in which they were dropped', async () => {
  const { id } = await write(marker(), { fr: { title: 'Mise en forme' } });
  const page = await openEditor(id);
  const body = bodyIn(french(page));
  await body.click();
  for (const [tool, typed] of [
    ['Heading', 'Titre'],
    ['Subheading', 'Sous-titre'],
    ['Bulleted list', 'Puce'],
    ['Numbered list', 'Numéro'],
    ['Quote', 'Citation'],
  ] as const) {
    await button(french(page), tool).click();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    if (await button(french(page), tool).and(page.locator('[aria-pressed=true]')).count())
      await page.keyboard.press('Enter');
  }
  await button(french(page), 'Divider').click();
  await page.keyboard.type('Fin');
  const [wide, high] = [
    await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 80, height: 40 } }),
    await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 40, height: 80 } }),
  ];
  let isFirst = true;
  await page.route('**/media/', async (route) => {
    if (isFirst) {
      isFirst = false;
      await body.press('Control+Home');
      await page.keyboard.type('Le ');
    }
    await route.continue();
  });
  await drop(body.getByText('Fin'), wide, high);
  await expectSoon(() => body.locator('img').count(), 2);
  await autosaveNote(page).waitFor();
  await button(page, 'Save').click();
  await expectToast(page, 'The article is saved.');
  const { content } = await api('GET', `/news/${id}`);
  const blocks: { type: string; attrs?: { width?: number }; content?: object[] }[] =
    content.translations.fr.body.content;
  expect(blocks.map(({ type, attrs }) => attrs?.width ?? type)).toEqual([
    'heading',
    'heading',
    'bulletList',
    'orderedList',
    'blockquote',
    'horizontalRule',
    'paragraph',
    80,
    40,
  ]);
  expect(JSON.stringify(blocks[0])).toContain('Le Titre');
  await button(page, 'Publish').click();
  const undescribed = page.getByText(/^French: 2\spictures in the text without a description$/);
  await expectShown(undescribed);
  await button(page.getByRole('dialog'), 'Describe').click();
  await expectFocused(body);
});

it('inserts blocks by a slash at the start of a paragraph, and shows members the caption of a picture', async () => {
  const { id } = await write(marker(), { fr: text('La barre') });
  const page = await openEditor(id);
  const body = bodyIn(french(page));
  const blocks = page.getByRole('listbox', { name: 'Insert' });
  const selected = blocks.getByRole('option', { selected: true });
  await body.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Entrée 1/2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expectSoon(() => selected.innerText(), 'Heading');
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => selected.innerText(), 'Subheading');
  await page.keyboard.type('qu');
  await expectSoon(() => blocks.getByRole('option').allInnerTexts(), ['Quote']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Bienvenue');
  await expectSoon(() => body.locator('blockquote').innerText(), 'Bienvenue');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/quai');
  await expectSoon(() => blocks.count(), 0);
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await blocks.waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => blocks.count(), 0);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/pict');
  await expectSoon(() => blocks.getByRole('option').allInnerTexts(), ['Insert a picture']);
  const chooser = page.waitForEvent('filechooser');
  await blocks.getByRole('option', { name: 'Insert a picture' }).click();
  await (await chooser).setFiles({
    name: 'page.jpg',
    mimeType: 'image/jpeg',
    buffer: await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 80, height: 40 } }),
  });
  await body.locator('img').click();
  await button(french(page), 'Caption and description').click();
  await page.getByLabel('Caption', { exact: true }).fill('Le quai, par Zoé');
  await page.getByLabel('Description', { exact: true }).fill('Un quai');
  await inDialog(page, 'Apply').click();
  await expectSoon(() => body.locator('figure').getAttribute('data-caption'), 'Le quai, par Zoé');
  await autosaveNote(page).waitFor();
  await button(page, 'Publish').click();
  await inDialog(page, 'Publish').click();
  await expectToast(page, 'Members see the article.');
  const { html } = await asMember(id, 'fr');
  expect(html).toMatch(
    /^<p>Entrée 1\/2<\/p><blockquote><p>Bienvenue<\/p><\/blockquote><p>\/quai<\/p><figure><picture>.*alt="Un quai".*<figcaption>Le quai, par Zoé<\/figcaption><\/figure>/,
  );
});

it('inserts a link by Ctrl+K in the editor, and opens the palette by Ctrl+K elsewhere', async () => {
  const { id } = await write(marker());
  const page = await openEditor(id);
  const body = bodyIn(french(page));
  await body.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Link' }).getByRole('textbox').fill('jean@exemple.fr');
  await page.keyboard.press('Enter');
  await expectSoon(
    () => body.getByRole('link', { name: 'jean@exemple.fr' }).getAttribute('href'),
    'mailto:jean@exemple.fr',
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
  await french(page).getByLabel('Title', { exact: true }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search or go to…' }).waitFor();
});

/** Links that would run a script, and texts that would be parsed as markup. */
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

it('executes no script of hostile texts in the list, the editor, the preview and the revisions', async () => {
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
  await showBoth(page);
  await expectShown(bodyIn(french(page)).getByText(markup).first());
  for (const link of await bodyIn(french(page)).locator('a').all())
    expect(await link.getAttribute('href')).toMatch(/^https?:\/\//);
  await paste(
    bodyIn(english(page)),
    MARKUPS.join('') + HREFS.map((href) => `<a href="${href}">x</a>`).join(''),
  );
  await autosaveNote(page).waitFor();
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
    traces: document.querySelectorAll('[onerror], [onbegin], [ontoggle], main iframe, main base, main script')
      .length,
  }));
  expect({ hacked, traces }).toEqual({ hacked: false, traces: 0 });
  expect(asked.filter((url) => /canary|hacked/.test(url))).toEqual([]);
});
