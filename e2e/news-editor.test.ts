import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bodyIn, drop, english, french, kept, paragraph, paste, text, useNews } from './news-steps.ts';
import { button, lastSundayOf, marker, settle } from './steps.ts';
import { expectFocused, expectShown, expectSoon, expectToast } from './watching.ts';

const { product, superuser, openAs, api, write } = useNews();

/** The first saved version, next to the current text. */
async function openOldest(page: Page): Promise<Locator> {
  await button(page, 'Versions').click();
  const drawer = page.getByRole('dialog', { name: 'Versions' });
  await drawer
    .getByRole('button', { name: /^Saved/ })
    .last()
    .click();
  return drawer;
}

describe('French', () => {
  it('is typeset as it is typed, by one step of undo, and English is not', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
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

  it('is typeset as it is pasted, by one step of undo', async () => {
    const { id } = await write(marker());
    const page = await product().open(`/news/${id}`, {
      as: await superuser(),
      locale: 'en',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
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
});

describe('the editor', () => {
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

  it('pastes cleaned HTML even before its cleaner is loaded', async () => {
    const { id } = await write(marker(), { fr: { title: 'Collage' } });
    const page = await openAs('/news');
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/pasted-html*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${product().origin}/news/${id}`);
    const body = bodyIn(french(page));
    await body.click();
    await paste(body, '<h1 style="color: red">Titre</h1><p onclick="x()"><b>Gras</b></p>');
    expect(await body.textContent()).toBe('');
    release();
    await expectShown(
      body.getByRole('heading', { name: 'Titre' }),
      body.locator('strong', { hasText: 'Gras' }),
    );
    expect(await body.locator('[style], [onclick]').count()).toBe(0);
  });

  it('forms a text by its tools, and shows pictures in the order in which they were dropped', async () => {
    const { id } = await write(marker(), { fr: { title: 'Mise en forme' } });
    const page = await openAs(`/news/${id}`);
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
    await kept(page).waitFor();
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

  it('takes nothing that could not be kept', async () => {
    const { id } = await write(marker(), { fr: { title: 'Collage' } });
    const page = await openAs(`/news/${id}`);
    const body = bodyIn(french(page));
    await body.click();
    await page.keyboard.type('0612345678. ');
    await paste(
      body,
      `<p>Avant</p><ol start="-1"><li>Un</li></ol><p>Puis</p><ol start="x"><li>Deux</li></ol>
      <p><a href="https://example.com/${'a'.repeat(2048)}">Long</a></p>`,
    );
    await kept(page).waitFor();
    await button(page, 'Save').click();
    await expectToast(page, 'The article is saved.');
    const { content } = await api('GET', `/news/${id}`);
    const list = (value: string) => ({
      type: 'orderedList',
      attrs: { start: 1 },
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: value }] }] },
      ],
    });
    const paragraph = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });
    expect(content.translations.fr.body.content).toEqual([
      paragraph('0612345678. Avant'),
      list('Un'),
      paragraph('Puis'),
      list('Deux'),
      paragraph('Long'),
    ]);
  });

  it('compares a version with what is written, and goes back to it', async () => {
    const { id } = await write('Avant');
    const page = await openAs(`/news/${id}`);
    const title = french(page).getByLabel('Title', { exact: true });
    await title.fill('Après');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'The article is saved.');
    const drawer = await openOldest(page);
    await expectShown(
      drawer.locator('del', { hasText: 'Avant' }),
      drawer.locator('ins', { hasText: 'Après' }),
    );
    await button(drawer, 'Go back to this version').click();
    await expectSoon(() => title.inputValue(), 'Avant');
  });

  it('says which one members see, once they do', async () => {
    const { id } = await write(marker());
    await api('POST', `/news/${id}/schedule`, { visible_from: `${lastSundayOf('03')}T08:30` });
    const page = await openAs(`/news/${id}`);
    const seen = (await openOldest(page)).getByText('Members see this');
    expect(await seen.count()).toBe(0);
    await page.keyboard.press('Escape');
    await button(page, 'Publish now').click();
    await button(page.getByRole('dialog'), 'Publish').click();
    await expectSoon(async () => (await api('GET', `/news/${id}`)).status, 'published');
    await openOldest(page);
    await seen.waitFor();
  });

  it('compares long texts that have nothing in common without keeping anybody waiting', async () => {
    const words = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${word}${index}`).join(' ');
    const { id } = await write('Long', { fr: text('Long', { body: paragraph(words('avant')) }) });
    const body = paragraph(words('après'));
    await api('PATCH', `/news/${id}`, {
      version: 1,
      content: { translations: { fr: text('Long', { body }) } },
    });
    const page = await openAs(`/news/${id}`);
    const drawer = await openOldest(page);
    await expectShown(
      drawer.locator('del', { hasText: 'avant9999' }),
      drawer.locator('ins', { hasText: 'après9999' }),
    );
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
    const question = page.getByRole('dialog', { name: 'Replace unsaved changes?' });
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

  it('does not put a version in the place of what a colleague saves meanwhile, and compares with that', async () => {
    const { id } = await write('Avant');
    await api('PATCH', `/news/${id}`, { version: 1, content: { translations: { fr: text('Après') } } });
    const page = await openAs(`/news/${id}`);
    const drawer = await openOldest(page);
    await page.route(
      '**/restore',
      async (route) => {
        const content = { translations: { fr: text('D’une collègue') } };
        await api('PATCH', `/news/${id}`, { version: 2, content });
        await route.continue();
      },
      { times: 1 },
    );
    await button(drawer, 'Go back to this version').click();
    await expectToast(page, 'Somebody else has just saved a change: check it, then try again.');
    await expectShown(drawer.locator('ins', { hasText: 'D’une collègue' }).first());
    expect((await api('GET', `/news/${id}`)).titles.fr).toBe('D’une collègue');
    await button(drawer, 'Go back to this version').click();
    await expectSoon(() => french(page).getByLabel('Title', { exact: true }).inputValue(), 'Avant');
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

  it('makes a link by Ctrl+K in the text, which opens the palette elsewhere', async () => {
    const { id } = await write(marker());
    const page = await openAs(`/news/${id}`);
    const body = bodyIn(french(page));
    await body.click();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Link' }).getByRole('textbox').fill('exemple.fr');
    await page.keyboard.press('Enter');
    await expectSoon(() => body.getByRole('link', { name: 'exemple.fr' }).count(), 1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await french(page).getByLabel('Title', { exact: true }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or go to…' }).waitFor();
  });
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
