import { randomUUID } from 'node:crypto';
import { type TestService } from '../../../test/harness.ts';
import { type MakeSample, none, type Samples } from '../../../test/requests.ts';

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
export const content = {
  translations: { fr: { title: 'Un article', body: paragraph('Bonjour'), state: 'ready' }, en: null },
};
const otherContent = { translations: { ...content.translations, en: content.translations.fr } };
const writeNews = async (t: TestService, ...verbs: string[]) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/news/', { token, json: { content } });
  for (const verb of verbs) await t.call('POST', `/news/${body.id}/${verb}`, { token, json: {} });
  return { params: { id: body.id as string } };
};
export const article: MakeSample = (t) => writeNews(t);
const trashedArticle = async (t: TestService) => {
  const sample = await writeNews(t);
  const { token } = await t.superuser();
  await t.call('DELETE', `/news/${sample.params.id}`, { token });
  return sample;
};
/** The revision before a change. */
const revision = async (t: TestService) => {
  const { params } = await writeNews(t);
  const { token } = await t.superuser();
  await t.call('PATCH', `/news/${params.id}`, { token, json: { version: 1, content: otherContent } });
  const { body } = await t.call('GET', `/news/${params.id}/revisions`, { token });
  return { params: { ...params, revision_id: body.data.at(-1).id as string } };
};
const newCategory = () => {
  const name = `Category ${randomUUID()}`;
  return { names: { fr: name, en: name }, color: '#009688' };
};
export const category = async (t: TestService) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/news-categories/', { token, json: newCategory() });
  return { params: { id: body.id as string } };
};

export const samples: Samples = {
  user: {
    'app-read_news_list': none,
    'app-read_news_categories': none,
    'app-read_news': async (t) => ({
      params: { id_or_slug: (await writeNews(t, 'publish')).params.id },
    }),
    'app-mark_news_read': (t) => writeNews(t, 'publish'),
  },
  team: {
    'news-read_news': none,
    'news-create_news': () => ({ json: { content } }),
    'news-read_authors': none,
    'news-bulk_news': async (t) => ({ json: { action: 'archive', ids: [(await writeNews(t)).params.id] } }),
    'news-read_article': article,
    'news-update_news': async (t) => ({
      ...(await writeNews(t)),
      json: { version: 1, content: otherContent },
    }),
    'news-autosave_news': async (t) => ({ ...(await writeNews(t)), json: { version: 1, content } }),
    'news-discard_autosave': async (t) => ({
      ...(await writeNews(t)),
      query: 'saved_at=2026-03-01T08:00:00.000Z',
    }),
    'news-delete_news': article,
    'news-restore_news': trashedArticle,
    'news-publish_news': async (t) => ({ ...(await writeNews(t)), json: {} }),
    'news-schedule_news': async (t) => ({
      ...(await writeNews(t)),
      json: { visible_from: '2090-01-01T12:00' },
    }),
    'news-unpublish_news': (t) => writeNews(t, 'publish'),
    'news-archive_news': article,
    'news-unarchive_news': (t) => writeNews(t, 'archive'),
    'news-duplicate_news': article,
    'news-pin_news': async (t) => ({ ...(await writeNews(t)), json: {} }),
    'news-read_revisions': article,
    'news-read_revision': revision,
    'news-restore_revision': async (t) => ({ ...(await revision(t)), json: { version: 2 } }),
    'news-preview_news': () => ({ json: { content, locale: 'fr' } }),
    'news_categories-read_news_categories': none,
    'news_categories-create_news_category': () => ({ json: newCategory() }),
    'news_categories-update_news_category': async (t) => ({ ...(await category(t)), json: newCategory() }),
    'news_categories-delete_news_category': category,
  },
  foreignIds: {
    'app-mark_news_read': '200 404 404 422 200 422',
  },
  shownTo: {
    'news_articles.content': ['superuser'],
    'news_articles.slug': ['superuser'],
    'news_categories.name_fr': ['other', 'self', 'superuser'],
    'news_categories.name_en': ['superuser'],
    'news_categories.color': ['other', 'self', 'superuser'],
  },
};
