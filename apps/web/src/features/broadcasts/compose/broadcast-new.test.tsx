import type { NewsPublic, NewsRevisionFull, NewsText } from '@agora/contract/features/news/news.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold } from '../../../../test/api.ts';
import { aBroadcast, answerBroadcast } from '../../../../test/broadcasts.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';

const ARTICLE = idOf(70);
const REVISION = {
  id: idOf(71),
  kind: 'publish',
  version: 2,
  titles: { fr: 'Le marché', en: null },
  states: { fr: 'ready', en: null },
  created_at: '2026-01-05T10:00:00.000Z',
  created_by: null,
} as const;

const aText = (own: Partial<NewsText>): NewsText => ({
  title: '',
  excerpt: '',
  body: { type: 'doc', content: [] },
  cover_alt: '',
  state: 'ready',
  ...own,
});

const contentOf = (fr: NewsText, en: NewsText): NewsPublic['content'] => ({
  cover: { media_id: idOf(72), width: 1600, height: 900, focal_x: 0.5, focal_y: 0.5 },
  missing_locale: 'fallback',
  translations: { fr, en },
});

const PUBLISHED: NewsRevisionFull = {
  ...REVISION,
  content: contentOf(
    aText({ title: 'Le marché', excerpt: 'Place de la Mairie' }),
    aText({ title: 'The market', excerpt: 'Town Hall Square', state: 'draft' }),
  ),
};

const article = (own: Partial<NewsPublic> = {}): NewsPublic => ({
  id: ARTICLE,
  slug: 'market',
  status: 'published',
  category_id: null,
  titles: { fr: 'Not published', en: null },
  states: { fr: 'draft', en: null },
  cover: null,
  has_changes: true,
  visible_from: null,
  visible_to: null,
  first_published_at: null,
  pinned_until: null,
  version: 3,
  created_at: '2026-01-05T10:00:00.000Z',
  created_by: null,
  updated_at: '2026-01-05T10:00:00.000Z',
  updated_by: null,
  deleted_at: null,
  content: contentOf(aText({ title: 'Not published' }), aText({})),
  live: { revision: REVISION, locales: ['fr'] },
  autosave: null,
  approval: null,
  readers: { fr: 0, en: 0 },
  ...own,
});

/** Mocks the routes of the page of a new notification. */
function answerNew(...about: ReturnType<typeof aBroadcast>[]) {
  const { state } = answerBroadcast();
  answer(contract.broadcasts.readBroadcasts, { status: 200, body: { data: about, count: about.length } });
  answer(contract.news.readNews, { status: 200, body: { data: [], count: 0 } });
  answer(contract.news.readNewsArticle, { status: 200, body: article() });
  answer(contract.news.readRevision, { status: 200, body: PUBLISHED });
  const creations = answer(contract.broadcasts.createBroadcast, ({ body }) => {
    state.broadcast = aBroadcast(body as object);
    return { status: 200, body: state.broadcast };
  });
  return { state, creations };
}

const openNew = (query = '') => openPage(`/broadcast/new${query}`, { as: aSuperuser() });
const titleIn = async (name: string) =>
  within(await screen.findByRole('region', { name })).getByLabelText('Title');

it('inserts the first name at the cursor, with its fallback selected, and requires one', async () => {
  const { creations } = answerNew();
  const { user } = await openNew();
  const title = (await titleIn('English')) as HTMLInputElement;
  await fill(user, title, 'Hello ,');
  title.setSelectionRange(6, 6);
  await user.click(await button('Insert the first name into the field “Title” in English'));
  expect(title).toHaveValue('Hello {first_name|dear member},');
  expect(title).toHaveFocus();
  await user.keyboard('you');
  expect(title).toHaveValue('Hello {first_name|you},');
  await fill(user, title, 'Hello {first_name}');
  await press(user, 'Save');
  await expectProblem(title, /^Say what members without a name read in place of \{first_name\}/);
  await fill(user, title, 'Hello {name|you}');
  await press(user, 'Save');
  await expectProblem(title, /^Members would read \{name\|you\} as it is/);
  expect(creations).toEqual([]);
});

it('creates a draft without an audience, and opens it', async () => {
  const { creations } = answerNew();
  const { user, router } = await openNew();
  await fill(user, await titleIn('French'), ' Bonjour ');
  await press(user, 'Save');
  await expectToast('The draft is saved.');
  expect(creations.map(({ body }) => body)).toEqual([
    {
      name: '',
      category: 'announcement',
      translations: { fr: { title: 'Bonjour', body: '' }, en: null },
      missing_locale: 'fallback',
      audience: null,
      link: null,
      image_id: null,
      urgent: false,
      ttl_seconds: 86_400,
    },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/broadcast/${idOf(200)}`));
});

it('saves a new draft before it opens the send dialog', async () => {
  const { creations } = answerNew();
  const { user, router } = await openNew();
  await user.click(await screen.findByRole('radio', { name: /^All members/ }));
  await fill(user, await titleIn('French'), 'Bonjour');
  const french = within(screen.getByRole('region', { name: 'French' }));
  await fill(user, french.getByLabelText('Text'), 'À tous');
  await press(user, 'Send…');
  expect(await screen.findByRole('dialog', { name: 'Send this notification' })).toBeVisible();
  expect(creations).toHaveLength(1);
  // The dialog does not open again after a reload.
  await waitFor(() => expect(router.state.location.state).not.toHaveProperty('next'));
});

it('keeps input typed during a creation as unsaved input of the created draft', async () => {
  const { state } = answerNew();
  const { user } = await openNew();
  await fill(user, await titleIn('French'), 'First');
  const { calls, release } = hold(contract.broadcasts.createBroadcast, ({ body }) => {
    state.broadcast = aBroadcast(body as object);
    return { status: 200, body: state.broadcast };
  });
  await press(user, 'Save');
  await waitFor(() => expect(calls).toHaveLength(1));
  await fill(user, await titleIn('English'), 'More');
  release();
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  expect(await titleIn('French')).toHaveValue('First');
  expect(await titleIn('English')).toHaveValue('More');
});

it('starts with the published text of an article, and links to it', async () => {
  const { creations } = answerNew();
  const { user } = await openNew(`?article=${ARTICLE}`);
  expect(await titleIn('French')).toHaveValue('Le marché');
  expect(await titleIn('English')).toHaveValue('');
  await press(user, 'Save');
  await expectToast('The draft is saved.');
  expect(creations[0]?.body).toMatchObject({
    source: 'news',
    source_id: ARTICLE,
    name: 'Le marché',
    category: 'news',
    translations: { fr: { title: 'Le marché', body: 'Place de la Mairie' }, en: null },
    audience: { everyone: true },
    link: '/news/market',
    image_id: idOf(72),
  });
});

it('starts with the first paragraph of an article without an excerpt', async () => {
  answerNew();
  const text = (words: string) => ({ type: 'text', text: words }) as const;
  const body: NewsText['body'] = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Saturday')] },
      { type: 'paragraph' },
      { type: 'paragraph', content: [text('Place de la '), text('Mairie')] },
      { type: 'paragraph', content: [text('À midi')] },
    ],
  };
  const content = contentOf(aText({ title: 'Le marché', body }), aText({ state: 'draft' }));
  answer(contract.news.readRevision, { status: 200, body: { ...REVISION, content } });
  await openNew(`?article=${ARTICLE}`);
  expect(await titleIn('French')).toHaveValue('Le marché');
  const french = within(screen.getByRole('region', { name: 'French' }));
  expect(french.getByLabelText('Text')).toHaveValue('Place de la Mairie');
});

it('warns that an article already has its notification', async () => {
  answerNew(
    aBroadcast({ id: idOf(201), status: 'cancelled', source: 'news', source_id: ARTICLE }),
    aBroadcast({ id: idOf(202), status: 'sent', is_claimed: true, source: 'news', source_id: ARTICLE }),
  );
  await openNew(`?article=${ARTICLE}`);
  expect(await screen.findByText(/^This article already has its notification/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See that notification' })).toHaveAttribute(
    'href',
    `/broadcast/${idOf(202)}`,
  );
});

it('starts with the text of an article once it can be loaded', async () => {
  answerNew();
  answerUnchecked(contract.news.readNewsArticle, () =>
    HttpResponse.json({ detail: 'Not now', code: 'service_unavailable' }, { status: 503 }),
  );
  const { user } = await openNew(`?article=${ARTICLE}`);
  await button('Try again');
  expect(screen.queryByLabelText('Title')).toBeNull();
  answer(contract.news.readNewsArticle, { status: 200, body: article() });
  await press(user, 'Try again');
  expect(await titleIn('French')).toHaveValue('Le marché');
});
