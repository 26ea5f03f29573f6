import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import type { Permission } from '@agora/contract/shared/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { answerArticle } from '../../../test/article.ts';
import { anOverview } from '../../../test/dashboard.ts';
import { aCategory, aContent, aListedArticle, anArticle, aText } from '../../../test/news.ts';
import { openPage } from '../../../test/render.tsx';
import { button, expectNothingRefused, expectToast, fill, press } from '../../../test/screen.ts';

const READER = aColleague(['news.read']);
const WRITER = aColleague(['news.read', 'news.write']);
const PUBLISHER = aColleague(['news.read', 'news.publish']);

const DRAFT = aListedArticle();
const ONLINE = aListedArticle({
  id: idOf(701),
  titles: { fr: 'Le marché', en: 'The market' },
  status: 'published',
  visible_from: '2026-01-04T10:00:00.000Z',
  first_published_at: '2026-01-04T10:00:00.000Z',
});
const AT = '2026-01-04T10:00:00.000Z';
const published = (overrides: Partial<NewsPublic> = {}) =>
  anArticle({ status: 'published', visible_from: AT, first_published_at: AT, ...overrides });

function answerList(...data: ReturnType<typeof aListedArticle>[]) {
  answer(contract.newsCategories.readNewsCategories, {
    status: 200,
    body: { data: [aCategory()], count: 1 },
  });
  answer(contract.news.readNewsAuthors, { status: 200, body: { data: [], count: 0 } });
  answer(contract.news.readNews, { status: 200, body: { data, count: data.length } });
  return answer(contract.news.bulkNews, { status: 200, body: { count: 1, done: 1, skipped: [] } });
}

/** Mocks what a reader of the article may read, and nothing else. */
function answerReading(article: NewsPublic) {
  answer(contract.news.readNewsArticle, { status: 200, body: article });
  answer(contract.newsCategories.readNewsCategories, { status: 200, body: { data: [], count: 0 } });
  answer(contract.statistics.readArticleReads, {
    status: 200,
    body: { data: [], count: 0, range: anOverview().range, interval: 'day' },
  });
}

const openArticle = (article: NewsPublic, as: ReturnType<typeof aColleague>) =>
  openPage(`/news/${article.id}`, { as });
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const buttons = () => screen.queryAllByRole('button').map((one) => one.textContent);
const answerTeam = (...names: string[]) =>
  answer(contract.users.readTeam, {
    status: 200,
    body: {
      data: names.map((full_name, index) => ({
        id: idOf(30 + index),
        email: `${index}@example.com`,
        full_name,
      })),
      count: names.length,
    },
  });

it('lists articles without actions for those who only read', async () => {
  answerList(DRAFT, ONLINE);
  await openPage('/news', { as: READER });
  const row = await rowOf(/The market/);
  expect(row.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'New article' })).toBeNull();
  await expectNothingRefused();
});

it.each([
  ['the trash', '/news?view=trash', 'The trash is empty'],
  ['categories', '/news?view=categories', 'Parties'],
])('shows %s without actions to those who only read', async (_, path, text) => {
  answerList();
  await openPage(path, { as: READER });
  expect(await screen.findByText(text)).toBeVisible();
  for (const name of ['New category', 'Change Parties', 'Erase Parties for good'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await expectNothingRefused();
});

it('lets those who write without publishing delete drafts only', async () => {
  const bulks = answerList(DRAFT, ONLINE);
  const { user } = await openPage('/news', { as: WRITER });
  expect((await rowOf(/The party/)).getByRole('button', { name: 'Delete The party' })).toBeVisible();
  const online = await rowOf(/The market/);
  expect(online.queryByRole('button', { name: /^Delete/ })).toBeNull();
  expect(online.getByRole('button', { name: 'Duplicate The market' })).toBeVisible();
  await user.click(online.getByRole('checkbox'));
  expect(await screen.findByText('1 selected')).toBeVisible();
  for (const name of ['Publish', 'Unpublish', 'Archive', 'Delete'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(online.getByRole('checkbox'));
  await user.click((await rowOf(/The party/)).getByRole('checkbox'));
  await press(user, 'Delete');
  await waitFor(() => expect(bulks).toHaveLength(1));
});

it('lets those who publish without writing publish and archive in the list', async () => {
  answerList(DRAFT);
  const { user } = await openPage('/news', { as: PUBLISHER });
  await user.click((await rowOf(/The party/)).getByRole('checkbox'));
  expect(await button('Publish')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Duplicate|Delete The party/ })).toBeNull();
});

it('gives a superuser every action in the list', async () => {
  answerList(ONLINE);
  const { user } = await openPage('/news', { as: aSuperuser() });
  await user.click((await rowOf(/The market/)).getByRole('checkbox'));
  for (const name of ['Unpublish', 'Archive', 'Delete', 'Delete The market'])
    expect(await button(name)).toBeVisible();
});

it.each([
  ['draft', anArticle()],
  ['published', published()],
])('shows the text of a %s article to those who only read, without a form', async (_, article) => {
  answerReading(article);
  const { user } = await openArticle(article, READER);
  expect(await screen.findByText('The party, in full.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(buttons()).toEqual(expect.arrayContaining(['Preview', 'Versions']));
  for (const name of ['Save', 'Publish', 'Update', 'Unpublish', 'Pin…', 'Other actions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByText('French', { selector: 'label *' }));
  expect(await screen.findByText('La fête, in full.')).toBeVisible();
  await expectNothingRefused();
});

it('shows versions to those who only read, without restoring them', async () => {
  const article = anArticle();
  answerReading(article);
  const [titles, states] = [
    { fr: 'Avant', en: null },
    { fr: 'ready', en: null },
  ] as const;
  const about = { version: 1, kind: 'save', created_at: AT, created_by: null } as const;
  const revision = { id: idOf(710), titles, states, ...about };
  answer(contract.news.readRevisions, { status: 200, body: { data: [revision], count: 1 } });
  answer(contract.news.readRevision, {
    status: 200,
    body: { ...revision, content: aContent({ fr: aText('Avant'), en: null }) },
  });
  const { user } = await openArticle(article, READER);
  await press(user, 'Versions');
  await user.click(await screen.findByRole('button', { name: /^Saved/ }));
  expect(await screen.findByRole('heading', { name: 'Text · French' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Go back to this version' })).toBeNull();
});

it('lets those who write save a draft, and names who publishes', async () => {
  const { updates } = answerArticle(anArticle());
  answerTeam('Ada', 'Grace');
  const { user } = await openArticle(anArticle(), WRITER);
  expect(await screen.findByText('Your role doesn’t include publishing: ask Ada or Grace.')).toBeVisible();
  for (const name of ['Publish', 'Schedule…', 'Pin…'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  const title = (await screen.findAllByRole('textbox', { name: 'Title' }))[0] as HTMLElement;
  await fill(user, title, 'The fair');
  await press(user, 'Save');
  await expectToast('The article is saved.');
  expect(updates).toHaveLength(1);
  await press(user, 'Other actions');
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Archive' })).toBeNull();
  await expectNothingRefused();
});

it('says to those who only write what they cannot change on a published article', async () => {
  const article = published({ has_changes: true });
  answerArticle(article);
  answer(contract.newsCategories.readNewsCategories, {
    status: 200,
    body: { data: [aCategory()], count: 1 },
  });
  const { user } = await openArticle(article, WRITER);
  expect(
    await screen.findByText(/Members see the previous version until this one is published\./),
  ).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Category' })).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Address' })).toBeDisabled();
  expect(screen.getByText(/only those who publish change them/)).toBeVisible();
  for (const name of ['Update', 'Unpublish', 'Set an end date…'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await press(user, 'Other actions');
  expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
});

it('lets those who publish without writing publish what others wrote', async () => {
  const article = anArticle({ version: 4 });
  answerReading(article);
  const publications = answer(contract.news.publishNews, { status: 200, body: published() });
  const { user } = await openArticle(article, PUBLISHER);
  expect(await screen.findByText('The party, in full.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press(user, 'Publish');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('No notification is sent.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Add a cover|Choose one|notify/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Publish' }));
  await expectToast('Members see the article.');
  expect(publications.map(({ body }) => body)).toEqual([{ version: 4 }]);
  await expectNothingRefused();
});

it('shows the form and every action to a superuser', async () => {
  answerArticle(published());
  await openArticle(published(), aSuperuser());
  expect((await screen.findAllByRole('textbox', { name: 'Title' }))[0]).toBeEnabled();
  for (const name of ['Unpublish', 'Pin…', 'Other actions']) expect(await button(name)).toBeVisible();
  expect(screen.queryByText(/Your role doesn’t include/)).toBeNull();
});

it.each<[Permission[], boolean]>([
  [['news.read', 'news.write', 'broadcasts.read'], false],
  [['news.read', 'news.write', 'broadcasts.read', 'broadcasts.write'], true],
])('offers %j the notification about an article: %s', async (permissions, isOffered) => {
  answerArticle(published());
  await openArticle(published(), aColleague(permissions));
  await button('Preview');
  await expectNothingRefused();
  expect(screen.queryAllByRole('link', { name: 'Notify members…' })).toHaveLength(isOffered ? 1 : 0);
});
