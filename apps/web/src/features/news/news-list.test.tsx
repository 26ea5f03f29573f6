import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../test/api.ts';
import { anApproval } from '../../../test/approvals.ts';
import { aCategory, aListedArticle, anArticle } from '../../../test/news.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../test/screen.ts';
import type { Locale } from '../../platform/i18n.ts';

const DRAFT = aListedArticle();
const ONLINE = aListedArticle({
  id: idOf(701),
  titles: { fr: 'Le marché', en: null },
  states: { fr: 'ready', en: null },
  status: 'published',
  visible_from: '2026-01-04T10:00:00.000Z',
  first_published_at: '2026-01-04T10:00:00.000Z',
  reads: 1204,
});

function answerNews(...data: ReturnType<typeof aListedArticle>[]) {
  answer(contract.newsCategories.readNewsCategories, {
    status: 200,
    body: { data: [aCategory()], count: 1 },
  });
  const { id, email, full_name } = aSuperuser();
  answer(contract.news.readNewsAuthors, {
    status: 200,
    body: { data: [{ id, email, full_name }], count: 1 },
  });
  return answer(contract.news.readNews, () => ({ status: 200, body: { data, count: data.length } }));
}

const open = (search = '', locale: Locale = 'en') => openPage(`/news${search}`, { as: aSuperuser(), locale });
const selectAll = () => screen.findByRole('checkbox', { name: 'Select all rows of this page' });
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });

it('shows how many members read each article that they could see', async () => {
  answerNews(DRAFT, ONLINE);
  await open();
  const rows = await screen.findAllByRole('row');
  expect(rows[0]).toHaveTextContent('Reads');
  expect(rows.slice(1).map((row) => row.querySelector('[data-label=Reads]')?.textContent)).toEqual([
    '–',
    '1,204',
  ]);
});

it.each([
  ['waiting', { status: 'draft', has_changes: false }, 'To approve'],
  ['held', { status: 'draft', has_changes: false }, 'On hold'],
  ['sent_back', { status: 'draft', has_changes: false }, 'Changes asked for'],
  ['withdrawn', { status: 'draft', has_changes: false }, 'Draft'],
  ['waiting', { status: 'published', has_changes: true }, 'PublishedTo approve'],
  ['approved', { status: 'published', has_changes: false }, 'Published'],
] as const)(
  'shows a request for approval that is %s beside the status of its article: %o',
  async (status, state, text) => {
    answerNews(aListedArticle({ ...state, approval: anApproval({ status, devices: null }) }), ONLINE);
    await open();
    await screen.findByRole('link', { name: 'The party' });
    const [, row, bystander] = screen.getAllByRole('row');
    const textOf = (found?: HTMLElement) => found?.querySelector('[data-label=Status]')?.textContent;
    expect([textOf(row), textOf(bystander)]).toEqual([text, 'Published']);
  },
);

it('requests the articles with the filters of the address', async () => {
  const list = answerNews(DRAFT);
  const filters = {
    search: 'fete',
    status: 'draft',
    missing: 'en',
    category_id: idOf(720),
    author_id: aSuperuser().id,
    pinned: 'true',
    from: '2026-01-01',
    to: '2026-01-31',
  };
  const { user, router } = await open(`?${new URLSearchParams(filters)}&sort=visible_from`);
  await expect
    .poll(() => list[0]?.query)
    .toEqual({ ...filters, sort: 'visible_from', skip: '0', limit: '25' });
  await screen.findByRole('option', { name: 'Parties' });
  const choose = async (label: string, option: string) =>
    user.selectOptions(await screen.findByLabelText(label), option);
  await choose('Status', 'All statuses');
  await choose('Missing language', 'French not ready');
  await choose('Category', 'All categories');
  await user.click(screen.getByRole('button', { name: /^More filters/ }));
  await choose('Author', 'All authors');
  await choose('At the top of the list', 'Pinned or not');
  await expect
    .poll(() => router.state.location.search)
    .toBe('?search=fete&missing=fr&from=2026-01-01&to=2026-01-31&sort=visible_from');
});

it.each([
  [
    'en',
    [
      'Published',
      'Unpublished changes',
      'French: ready',
      'English: missing',
      'Pinned',
      'Parties',
      'Grace Hopper',
    ],
  ],
  [
    'fr',
    [
      'Publié',
      'Modifications à publier',
      'Français : prêt',
      'Anglais : manquant',
      'Épinglé',
      'Fêtes',
      'Grace Hopper',
    ],
  ],
] as const)('describes an article in its row, in %s', async (locale, texts) => {
  answerNews(
    { ...ONLINE, has_changes: true, category_id: idOf(720), pinned_until: '2999-01-01T00:00:00.000Z' },
    DRAFT,
  );
  await open('', locale);
  const row = await screen.findByRole('row', { name: /Le marché/ });
  await waitFor(() => expect(row).toHaveTextContent(texts[5]));
  const said = `${row.textContent} ${within(row).getByRole('img').getAttribute('aria-label')}`.replaceAll(
    '\u00a0',
    ' ',
  );
  for (const text of texts) expect(said).toContain(text);
  expect(within(row).getByRole('link', { name: 'Le marché' })).toHaveAttribute('href', `/news/${ONLINE.id}`);
});

const actions = () =>
  ['Publish', 'Unpublish', 'Archive', 'Unarchive', 'Delete'].filter((name) =>
    screen.queryByRole('button', { name }),
  );

it.each([
  [DRAFT, ['Publish', 'Archive', 'Delete']],
  [
    { ...DRAFT, status: 'scheduled' as const, visible_from: '2999-01-01T00:00:00.000Z' },
    ['Publish', 'Unpublish', 'Archive', 'Delete'],
  ],
  [ONLINE, ['Unpublish', 'Archive', 'Delete']],
  [{ ...ONLINE, has_changes: true }, ['Publish', 'Unpublish', 'Archive', 'Delete']],
  [{ ...DRAFT, status: 'archived' as const }, ['Unarchive', 'Delete']],
])('offers the actions for the selected articles: case %#', async (article, offered) => {
  answerNews(article);
  const { user } = await open();
  await user.click(await selectAll());
  await screen.findByText('1 selected');
  expect(actions()).toEqual(offered);
});

const answerBulk = (done: number) =>
  answer(contract.news.bulkNews, { status: 200, body: { done, count: done, skipped: [] } });

it('asks before several articles are published, and shows how many were published', async () => {
  answerNews(DRAFT, ONLINE);
  const { user } = await open();
  await user.click(await selectAll());
  const calls = answerBulk(2);
  await user.click(await button('Publish'));
  expect(await screen.findByRole('dialog', { name: /^Publish 2\sarticles\?$/ })).toBeVisible();
  await user.click(await inDialog('Cancel'));
  expect(calls).toEqual([]);
  await user.click(await button('Publish'));
  await user.click(await inDialog('Publish'));
  await expectToast('2 articles changed.');
  expect(calls.map(({ body }) => body)).toEqual([{ action: 'publish', ids: [DRAFT.id, ONLINE.id] }]);
});

it('deletes drafts without confirmation, published articles only after confirmation, and restores them', async () => {
  answerNews(DRAFT, ONLINE);
  const { user } = await open();
  const calls = answerBulk(1);
  await waitFor(() => expect(screen.getAllByRole('checkbox')[1]).toBeEnabled());
  const [, first, second] = screen.getAllByRole('checkbox');
  await user.click(first as HTMLElement);
  await user.click(await button('Delete'));
  await expectToast('1 article deleted.');
  await user.click(second as HTMLElement);
  await user.click(await button('Delete'));
  await user.click(await inDialog('Delete'));
  await expect.poll(() => calls).toHaveLength(2);
  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await expectToast('1 article restored, but not published.');
  expect(calls.map(({ body }) => body).slice(0, 2)).toEqual([
    { action: 'delete', ids: [DRAFT.id] },
    { action: 'delete', ids: [ONLINE.id] },
  ]);
  expect(calls[2]?.body).toMatchObject({ action: 'restore' });
});

it('changes all articles that match the filter, without an undo for deletions', async () => {
  answerNews();
  answer(contract.news.readNews, {
    status: 200,
    body: {
      data: Array.from({ length: 10 }, (_, index) => aListedArticle({ id: idOf(730 + index) })),
      count: 20,
    },
  });
  const { user } = await open('?missing=en&size=10');
  await user.click(await selectAll());
  await user.click(await screen.findByRole('button', { name: /^Select all 20/ }));
  const calls = answerBulk(20);
  await user.click(await button('Delete'));
  await user.click(await inDialog('Delete'));
  await expectToast('20 articles deleted.');
  expect(calls[0]?.body).toEqual({ action: 'delete', filter: { missing: 'en' }, expected_count: 20 });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('deletes and duplicates an article from its row', async () => {
  answerNews(DRAFT, ONLINE);
  const { user, router } = await open();
  const deletions = answer(contract.news.deleteNews, { status: 200, body: { message: 'Deleted' } });
  await user.click(await button('Delete Le marché'));
  expect(await screen.findByRole('dialog', { name: 'Delete this article?' })).toHaveTextContent(
    /^.*Members no longer see it\./,
  );
  await user.click(await inDialog('Cancel'));
  await user.click(await button('Delete The party'));
  await expectToast('1 article deleted.');
  expect(deletions.map(({ params }) => params)).toEqual([{ id: DRAFT.id }]);
  const copies = answer(contract.news.duplicateNews, { status: 200, body: anArticle({ id: idOf(799) }) });
  refuse(contract.news.readNewsArticle, 'news_not_found');
  await user.click(await button('Duplicate Le marché'));
  await expect.poll(() => router.state.location.pathname).toBe(`/news/${idOf(799)}`);
  expect(copies.map(({ params }) => params)).toEqual([{ id: ONLINE.id }]);
});

it('lists the trash, and restores an article from it', async () => {
  const list = answerNews({ ...DRAFT, deleted_at: '2026-01-05T10:00:00.000Z' });
  const { user } = await open('?view=trash&search=fete');
  await expect.poll(() => list[0]?.query).toMatchObject({ place: 'trash', search: 'fete' });
  expect(screen.queryByLabelText('Status')).toBeNull();
  const calls = answer(contract.news.restoreNews, { status: 200, body: anArticle() });
  await user.click(await button('Restore The party'));
  await expectToast('1 article restored, but not published.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: DRAFT.id }]);
});

it('creates an article with its titles and category', async () => {
  answerNews();
  const { user, router } = await open('/new');
  const french = await screen.findByLabelText('French');
  await waitFor(() => expect(french).toHaveFocus());
  await user.click(await button('Start writing'));
  await expectProblem(french, /^Write a title in French/);
  await fill(user, french, 'La fête');
  await user.selectOptions(screen.getByLabelText('Category'), 'Parties');
  const calls = answer(contract.news.createNews, { status: 200, body: anArticle() });
  refuse(contract.news.readNewsArticle, 'news_not_found');
  await user.click(await button('Start writing'));
  await expect.poll(() => router.state.location.pathname).toBe(`/news/${DRAFT.id}`);
  expect(calls.map(({ body }) => body)).toEqual([
    { content: { translations: { fr: { title: 'La fête' }, en: null } }, category_id: idOf(720) },
  ]);
});

it('creates, changes and erases categories with names in both languages and a colour', async () => {
  const categories = [aCategory({ articles: 2 })];
  answer(contract.newsCategories.readNewsCategories, () => ({
    status: 200,
    body: { data: categories, count: categories.length },
  }));
  const { user } = await open('?view=categories');
  expect(await screen.findByRole('link', { name: /^2\sarticles$/ })).toHaveAttribute(
    'href',
    `/news?category_id=${idOf(720)}`,
  );
  await user.click(await button('New category'));
  await fill(user, await screen.findByLabelText('Name in French'), 'Sport');
  await user.click(await inDialog('Save'));
  const english = screen.getByLabelText('Name in English');
  await expectProblem(english, /^Give it a name/);
  await fill(user, english, 'Sports');
  refuse(contract.newsCategories.createNewsCategory, 'category_name_taken');
  await user.click(await inDialog('Save'));
  await waitFor(() => expect(screen.getByLabelText('Name in French')).toBeInvalid());
  await fill(user, screen.getByLabelText('Name in French'), 'Le sport');
  const created = answer(contract.newsCategories.createNewsCategory, {
    status: 200,
    body: aCategory({ id: idOf(721) }),
  });
  await user.click(await inDialog('Save'));
  await expectToast('The category is saved.');
  expect(created[0]?.body).toEqual({ names: { fr: 'Le sport', en: 'Sports' }, color: '#009688' });

  await user.click(await button('Change Parties'));
  await fill(user, await screen.findByLabelText('Name in English'), 'Celebrations');
  const updated = answer(contract.newsCategories.updateNewsCategory, { status: 200, body: aCategory() });
  await user.click(await inDialog('Save'));
  await expect
    .poll(() => updated.map(({ params, body }) => [params, body]))
    .toEqual([[{ id: idOf(720) }, { names: { fr: 'Fêtes', en: 'Celebrations' }, color: '#c62828' }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const deleted = answer(contract.newsCategories.deleteNewsCategory, {
    status: 200,
    body: { message: 'Deleted' },
  });
  await user.click(await button('Erase Parties for good'));
  expect(await screen.findByRole('dialog', { name: 'Erase “Parties” for good?' })).toHaveTextContent(
    /2\sarticles will be left without a category\./,
  );
  await user.click(await inDialog('Erase for good'));
  await expectToast('The category is erased.');
  expect(deleted.map(({ params }) => params)).toEqual([{ id: idOf(720) }]);
});
