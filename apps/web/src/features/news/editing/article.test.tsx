import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import { answerArticle, openArticle } from '../../../../test/article.ts';
import { aCategory, aContent, anArticle, aText } from '../../../../test/news.ts';
import { sendEvent } from '../../../../test/render.tsx';
import { button, chooseOtherAction, expectToast, fill } from '../../../../test/screen.ts';
import type { Locale } from '../../../platform/i18n.ts';

const ARTICLE = anArticle();
const AUTOSAVED_AT = '2026-01-05T10:00:00.000Z';

/** Opens an article in French, as a narrow page shows one language at a time. */
async function open(article: NewsPublic = ARTICLE, locale: Locale = 'en') {
  const service = answerArticle(article);
  const page = await openArticle(article, locale);
  await screen.findAllByRole('checkbox', { hidden: true });
  await page.user.click(showing(locale === 'en' ? 'French' : 'Français'));
  return { ...page, ...service };
}

const showing = (language: string) => screen.getByText(language, { selector: 'label *' });
const panel = (name: string) => within(screen.getByRole('region', { name, hidden: true }));
const title = (language: string, label = 'Title') =>
  panel(language).getByRole('textbox', { name: label, hidden: true });
type Sent = { version: number; content: NewsPublic['content']; autosaved_at: string | null };
const titlesOf = ({ content }: Sent) => [content.translations.fr?.title, content.translations.en?.title];

it.each([
  {
    locale: 'en',
    french: 'French',
    label: 'Title',
    kept: /^Private draft saved \d\d:\d\d$/,
    saved: 'The article is saved.',
  },
  {
    locale: 'fr',
    french: 'Français',
    label: 'Titre',
    kept: /^Brouillon personnel enregistré à \d+\sh\s\d\d$/,
    saved: 'L’article est enregistré.',
  },
] as const)(
  'autosaves input as a private draft, and saves the article on request, in $locale',
  async (language) => {
    const { user, autosaves, updates } = await open(ARTICLE, language.locale);
    await fill(user, title(language.french, language.label), 'Le marché');
    expect(await screen.findByText(language.kept)).toBeVisible();
    const [kept] = autosaves.map(({ params, body }) => [params['id'], body]);
    expect(kept).toEqual([
      ARTICLE.id,
      {
        version: 1,
        autosaved_at: null,
        content: {
          cover: null,
          missing_locale: 'fallback',
          translations: { fr: { ...aText('La fête'), title: 'Le marché' }, en: aText('The party') },
        },
      },
    ]);
    expect(updates).toEqual([]);
    await user.keyboard('{Control>}s{/Control}');
    await expectToast(language.saved);
    expect(updates).toHaveLength(1);
    const sent = updates[0]?.body as Sent;
    expect([titlesOf(sent), sent.version, sent.autosaved_at]).toEqual([
      ['Le marché', 'The party'],
      1,
      AUTOSAVED_AT,
    ]);
  },
);

it('shows one language at a time, and both on request in a wide window', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: media === '(min-width: 75em)',
        media,
        onchange: null,
      }) as never,
  );
  const { user } = await open();
  const shown = () =>
    ['French', 'English'].filter((name) => screen.getByRole('region', { name }).hasAttribute('data-shown'));
  expect(shown()).toEqual(['French']);
  await user.click(showing('English'));
  expect(shown()).toEqual(['English']);
  await user.click(screen.getByText('Side by side'));
  expect(shown()).toEqual(['French', 'English']);
});

it('keeps a title on one line: Enter leads to the summary, and pasted lines are joined', async () => {
  const { user } = await open();
  await fill(user, title('French'), 'Le\nmarché');
  expect(title('French')).toHaveValue('Le marché');
  await user.keyboard('{Enter}');
  expect(title('French')).toHaveValue('Le marché');
  expect(panel('French').getByLabelText('Summary')).toHaveFocus();
});

it('saves input typed during a save by a second save', async () => {
  const { user, change } = await open();
  const { calls, release } = hold(contract.news.updateNews, ({ body }) => {
    const { content, version } = body as Sent;
    return { status: 200, body: change({ content, version: version + 1 }) };
  });
  await fill(user, title('French'), 'Le marché');
  await user.click(await button('Save'));
  await expect.poll(() => calls).toHaveLength(1);
  await fill(user, title('French'), 'Le grand marché');
  release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(title('French')).toHaveValue('Le grand marché');
  await user.click(await button('Save'));
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls.map(({ body }) => [(body as Sent).version, titlesOf(body as Sent)[0]])).toEqual([
    [1, 'Le marché'],
    [2, 'Le grand marché'],
  ]);
});

it('adopts changes that others saved with the same text, in both languages', async () => {
  const { user, change, updates } = await open();
  await fill(user, title('French'), 'Le marché');
  const theirs = aContent({
    fr: aText('La fête', { title: 'Le marché', excerpt: 'De Sophie' }),
    en: aText('The party', { title: 'By Sophie' }),
  });
  answer(contract.news.updateNews, () => ({ status: 200, body: change({ content: theirs, version: 2 }) }));
  await user.click(await button('Save'));
  await expectToast('The article is saved.');
  expect(panel('French').getByLabelText('Summary')).toHaveValue('De Sophie');
  expect(title('English')).toHaveValue('By Sophie');
  expect(updates).toEqual([]);
});

const CLASH = {
  version: 2,
  updated_at: '2026-01-04T10:00:00.000Z',
  updated_by: 'Sophie',
  current: aContent({
    fr: aText('La fête', { title: 'Leur titre' }),
    en: aText('The party', { title: 'Theirs' }),
  }),
  base: ARTICLE.content,
  fields: ['translations.fr.title'],
};

it('asks about the field that both changed, merges all others, and saves on top of the version of the other', async () => {
  const { user } = await open();
  await fill(user, title('French'), 'Mon titre');
  await fill(user, panel('French').getByLabelText('Summary'), 'Mon résumé');
  refuse(contract.news.updateNews, 'version_conflict', { conflict: CLASH });
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else has changed this article' });
  expect(within(dialog).getByText('Title · French')).toBeVisible();
  expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(title('French')).toHaveValue('Mon titre');
  await user.click(await button('Save'));
  await user.click(await screen.findByRole('radio', { name: /^Mine/ }));
  const calls = answer(contract.news.updateNews, ({ body }) => ({
    status: 200,
    body: { ...ARTICLE, content: (body as Sent).content, version: 3 },
  }));
  await user.click(await button('Save this choice'));
  await expectToast('The article is saved.');
  const sent = calls[0]?.body as Sent;
  expect([sent.version, titlesOf(sent), sent.content.translations.fr?.excerpt]).toEqual([
    2,
    ['Mon titre', 'Theirs'],
    'Mon résumé',
  ]);
  await waitFor(() => expect(title('English')).toHaveValue('Theirs'));
});

it('shows changes of a colleague at once, but only names the colleague if there is unsaved input', async () => {
  const { user, change } = await open();
  const theirs = (fr: string, version: number) =>
    change({ version, content: aContent({ fr: aText('La fête', { title: fr }), en: aText('The party') }) });
  theirs('Leur titre', 2);
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  await waitFor(() => expect(title('French')).toHaveValue('Leur titre'));
  await fill(user, title('French'), 'Mon titre');
  theirs('Encore', 3);
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  expect(await screen.findByText(/^Grace Hopper has saved this article\./)).toBeVisible();
  expect(title('French')).toHaveValue('Mon titre');
});

it.each([
  [
    'the connection is lost',
    () => loseConnection(contract.news.autosaveNews),
    /^Offline: kept in this browser/,
  ],
  [
    'another window writes, too',
    () => refuse(contract.news.autosaveNews, 'autosave_conflict'),
    /^Being written in another window too: kept in this browser/,
  ],
])('keeps the text in the browser and shows it if %s', async (_why, fail, text) => {
  const { user } = await open();
  fail();
  await fill(user, title('French'), 'Perdu');
  expect(await screen.findByText(text)).toBeVisible();
  expect(Object.values<string>(localStorage).join()).toContain('Perdu');
});

it('restores the draft of this browser, until it is discarded together with its autosave', async () => {
  const unsaved = { content: aContent({ fr: aText('Gardé'), en: null }), version: 1, saved_at: AUTOSAVED_AT };
  const { user } = await open(anArticle({ autosave: unsaved }));
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  expect(title('French')).toHaveValue('Gardé');
  const discards = answer(contract.news.discardAutosave, { status: 200, body: { message: 'Discarded' } });
  await user.click(await button('Discard this text'));
  await waitFor(() => expect(title('French')).toHaveValue('La fête'));
  expect(title('English')).toHaveValue('The party');
  expect(discards.map(({ params, query }) => [params['id'], query])).toEqual([
    [ARTICLE.id, { saved_at: AUTOSAVED_AT }],
  ]);
  expect(screen.getByText('Everything is saved')).toBeVisible();
});

it('restores a draft of this browser only for its author', async () => {
  const keep = (person: string, text: string) => {
    const value = {
      content: aContent({ fr: aText(text), en: null }),
      version: 1,
      base: ARTICLE.content,
      saved_at: null,
    };
    localStorage.setItem(
      `draft:${person}:news/${ARTICLE.id}/window`,
      JSON.stringify({ value, savedAt: Date.now() }),
    );
  };
  keep(idOf(3), 'D’une autre');
  const first = await open();
  expect(title('French')).toHaveValue('La fête');
  first.unmount();
  keep(aSuperuser().id, 'De moi');
  await open();
  expect(title('French')).toHaveValue('De moi');
  expect(screen.getByText('What you had typed has been restored.')).toBeVisible();
});

it('asks before leaving only while input is not autosaved yet', async () => {
  const { user, router } = await open();
  await fill(user, title('French'), 'Half a thought');
  await user.click(screen.getByRole('link', { name: 'Back to the articles' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Keep writing' }));
  await screen.findByText(/^Private draft saved/);
  answer(contract.news.readNews, { status: 200, body: { data: [], count: 0 } });
  await user.click(screen.getByRole('link', { name: 'Back to the articles' }));
  await expect.poll(() => router.state.location.pathname).toBe('/news');
});

it('copies the other language into a missing one, as a draft', async () => {
  const { user, autosaves } = await open(
    anArticle({ content: aContent({ fr: aText('La fête'), en: null }) }),
  );
  await user.click(showing('English'));
  await user.click(await button('Start from the French'));
  expect(title('English')).toHaveValue('La fête');
  expect(panel('English').getByRole('checkbox', { name: 'The English version is ready' })).not.toBeChecked();
  await expect.poll(() => autosaves.length, { timeout: 5_000 }).toBe(1);
  expect(autosaves[0]?.body).toMatchObject({
    content: { translations: { en: aText('La fête', { state: 'draft' }) } },
  });
});

it('shows that an article does not exist', async () => {
  answerArticle(ARTICLE);
  refuse(contract.news.readNewsArticle, 'news_not_found');
  await openArticle(ARTICLE);
  expect(await screen.findByText('This article is gone')).toBeVisible();
});

it.each([
  ['fallback', 'A member always reads something.', 'hide', 'Show nothing'],
  ['hide', 'Members of that language don’t see the article.', 'fallback', 'Show the other language'],
] as const)(
  'saves the rule for a missing language with the text: %s',
  async (missing_locale, hint, next, option) => {
    const { user, updates } = await open(anArticle({ content: aContent(undefined, { missing_locale }) }));
    expect(await screen.findByText(hint)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('When a language is missing'), option);
    await user.click(await button('Save'));
    await expectToast('The article is saved.');
    expect(updates[0]?.body).toMatchObject({ content: { missing_locale: next } });
  },
);

it('saves category and slug at once, separately from the text', async () => {
  const service = answerArticle(ARTICLE);
  answer(contract.newsCategories.readNewsCategories, {
    status: 200,
    body: { data: [aCategory()], count: 1 },
  });
  const { user } = await openArticle(ARTICLE);
  await screen.findByRole('option', { name: 'Parties' });
  await user.selectOptions(screen.getByLabelText('Category'), 'Parties');
  await expectToast('Saved immediately.');
  const address = screen.getByLabelText('Address');
  await fill(user, address, 'Not An Address');
  await user.click(await button('Change the address'));
  expect(
    await screen.findByText('Lower-case letters a–z, digits and single hyphens between them'),
  ).toBeVisible();
  await fill(user, address, 'une-fete');
  await user.click(await button('Change the address'));
  await expect
    .poll(() => service.updates.map(({ body }) => body))
    .toEqual([{ category_id: idOf(720) }, { slug: 'une-fete' }]);
});

it('follows the slug derived from the title, unless another is being typed', async () => {
  const { user, change } = await open();
  const address = await screen.findByLabelText('Address');
  change({ slug: 'le-marche', version: 2 });
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  await waitFor(() => expect(address).toHaveValue('le-marche'));
  await fill(user, address, 'an-address');
  change({ slug: 'le-grand-marche', status: 'archived' });
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  await screen.findByText('Archived');
  expect(address).toHaveValue('an-address');
});

const revision = (number: number, kind: 'save' | 'publish') => ({
  id: idOf(750 + number),
  kind,
  version: number,
  titles: { fr: 'Avant', en: null },
  states: { fr: 'ready' as const, en: null },
  created_at: '2026-01-02T10:00:00.000Z',
  created_by: null,
});

it('compares a version with the current content, and restores it after confirmation if there are unsaved changes', async () => {
  const article = anArticle({ version: 2 });
  const { user } = await open(article);
  const before = aContent({ fr: aText('La fête', { title: 'Avant' }), en: aText('The party') });
  answer(contract.news.readRevisions, { status: 200, body: { data: [revision(1, 'save')], count: 1 } });
  answer(contract.news.readRevision, { status: 200, body: { ...revision(1, 'save'), content: before } });
  const restores = answer(contract.news.restoreRevision, {
    status: 200,
    body: { ...article, content: before, version: 3 },
  });
  // On a slow machine, the unsaved title is autosaved before the version is restored.
  answer(contract.news.discardAutosave, { status: 200, body: { message: 'Discarded' } });
  await fill(user, title('French'), 'Pas enregistré');
  await user.click(await button('Versions'));
  const drawer = await screen.findByRole('dialog', { name: 'Versions' });
  await user.click(await within(drawer).findByRole('button', { name: /^Saved/ }));
  expect(await within(drawer).findByText('Title · French')).toBeVisible();
  await user.click(await within(drawer).findByRole('button', { name: 'Go back to this version' }));
  const question = await screen.findByRole('dialog', { name: 'Replace unsaved changes?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(restores).toEqual([]);
  expect(title('French')).toHaveValue('Pas enregistré');
  await user.click(within(drawer).getByRole('button', { name: 'Go back to this version' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Replace unsaved changes?' })).getByRole('button', {
      name: 'Go back to this version',
    }),
  );
  await waitFor(() => expect(title('French')).toHaveValue('Avant'));
  expect(restores.map(({ params, body }) => [params, body])).toEqual([
    [{ id: article.id, revision_id: idOf(751) }, { version: 2 }],
  ]);
});

it.each([
  ['published', true],
  ['scheduled', false],
] as const)('marks the version that members see if the article is %s: %s', async (status, isMarked) => {
  const live = { revision: revision(2, 'publish'), locales: ['fr' as const] };
  const at = '2026-01-03T10:00:00.000Z';
  const { user } = await open(anArticle({ status, live, visible_from: at }));
  answer(contract.news.readRevisions, {
    status: 200,
    body: { data: [revision(2, 'publish'), revision(1, 'save')], count: 2 },
  });
  await user.click(await button('Versions'));
  const drawer = await screen.findByRole('dialog', { name: 'Versions' });
  expect(await within(drawer).findByRole('button', { name: /^Saved/ })).not.toHaveTextContent(
    'Members see this',
  );
  const marked = within(drawer)
    .getByRole('button', { name: /^Published/ })
    .textContent?.includes('Members see this');
  expect(marked).toBe(isMarked);
});

it('previews both languages, and shows if one is a fallback for the other', async () => {
  const content = aContent({ fr: aText('La fête'), en: null });
  const { user } = await open(anArticle({ content }));
  const previews = answer(contract.news.previewNews, {
    status: 200,
    body: {
      id: ARTICLE.id,
      canonical_slug: 'la-fete',
      title: 'La fête',
      excerpt: '',
      category: null,
      cover: null,
      published_at: ARTICLE.created_at,
      is_pinned: false,
      is_read: false,
      locale: 'fr',
      is_fallback: true,
      html: '<p>La fête, <strong>in full</strong>.</p>',
      text: 'La fête, in full.',
    },
  });
  await user.click(await button('Preview'));
  const dialog = await screen.findByRole('dialog', { name: 'Preview in the app' });
  expect((await within(dialog).findAllByText('in full'))[0]?.tagName).toBe('STRONG');
  expect(within(dialog).getAllByText('Shown in French: the translation is missing.').length).toBeGreaterThan(
    0,
  );
  expect(previews.map(({ body }) => (body as { locale: string }).locale).sort()).toEqual(['en', 'fr']);
});

it('duplicates the current content, saved or not, and opens the copy', async () => {
  const { user, router } = await open(anArticle({ category_id: idOf(720) }));
  await fill(user, title('French'), 'Pas encore enregistré');
  await screen.findByText(/^Private draft saved/);
  const copies = answer(contract.news.createNews, { status: 200, body: anArticle({ id: idOf(799) }) });
  await chooseOtherAction(user, 'Duplicate');
  await expect.poll(() => router.state.location.pathname).toBe(`/news/${idOf(799)}`);
  expect(copies[0]?.body).toMatchObject({
    category_id: idOf(720),
    content: { translations: { fr: { title: 'Pas encore enregistré' } } },
  });
});

it('asks before a published article is deleted, and returns to the list', async () => {
  const at = '2026-01-03T10:00:00.000Z';
  const { user, router } = await open(
    anArticle({ status: 'published', visible_from: at, first_published_at: at }),
  );
  const deletions = answer(contract.news.deleteNews, { status: 200, body: { message: 'Deleted' } });
  answer(contract.news.readNews, { status: 200, body: { data: [], count: 0 } });
  await chooseOtherAction(user, 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete this article?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(deletions).toEqual([]);
  await chooseOtherAction(user, 'Delete');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast('1 article deleted.');
  await expect.poll(() => router.state.location.pathname).toBe('/news');
  const restores = answer(contract.news.restoreNews, { status: 200, body: ARTICLE });
  await user.click(await button('Undo'));
  await expect.poll(() => restores.map(({ params }) => params)).toEqual([{ id: ARTICLE.id }]);
});

it('does not refetch an article that is being deleted on its page, and shows no error', async () => {
  const { user, router } = await open();
  const { release } = hold(contract.news.deleteNews, { status: 200, body: { message: 'Deleted' } });
  const list = answer(contract.news.readNews, { status: 200, body: { data: [], count: 0 } });
  await chooseOtherAction(user, 'Delete');
  const reads = refuse(contract.news.readNewsArticle, 'news_not_found');
  // The event arrives before the response.
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  // Longer than the delay of live updates.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByText(/no longer exists/)).toBeNull();
  release();
  await expect.poll(() => router.state.location.pathname).toBe('/news');
  await expect.poll(() => list.length).toBeGreaterThan(0);
  expect(reads).toEqual([]);
});

it('shows that an article was deleted elsewhere, and keeps the input', async () => {
  const { user } = await open();
  await fill(user, title('French'), 'Half wri');
  refuse(contract.news.readNewsArticle, 'news_not_found');
  sendEvent('changed', { entity: 'news', id: ARTICLE.id });
  expect(await screen.findByText(/This article no longer exists\./)).toBeVisible();
  expect(title('French')).toHaveValue('Half wri');
});
