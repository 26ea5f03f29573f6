import type { NewsCategoryPublic } from '@agora/contract/features/news/news.categories.contract';
import type {
  NewsContent,
  NewsListed,
  NewsPublic,
  NewsText,
} from '@agora/contract/features/news/news.schema';
import { aSuperuser, idOf } from './accounts.ts';

const AT = '2026-01-03T10:00:00.000Z';
const { id, email, full_name } = aSuperuser();
const AUTHOR = { id, email, full_name };

export const aText = (title: string, overrides: Partial<NewsText> = {}): NewsText => ({
  title,
  excerpt: '',
  body: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: `${title}, in full.` }] }],
  },
  cover_alt: '',
  state: 'ready',
  ...overrides,
});

export const aContent = (
  translations: NewsContent['translations'] = { fr: aText('La fête'), en: aText('The party') },
  overrides: Partial<NewsContent> = {},
): NewsContent => ({ cover: null, missing_locale: 'fallback', translations, ...overrides });

/** A draft that is ready in both languages, as a list shows it. */
export const aListedArticle = (overrides: Partial<NewsListed> = {}): NewsListed => ({
  id: idOf(700),
  slug: 'la-fete',
  status: 'draft',
  category_id: null,
  titles: { fr: 'La fête', en: 'The party' },
  states: { fr: 'ready', en: 'ready' },
  cover: null,
  has_changes: false,
  visible_from: null,
  visible_to: null,
  first_published_at: null,
  pinned_until: null,
  version: 1,
  created_at: AT,
  created_by: AUTHOR,
  updated_at: AT,
  updated_by: AUTHOR,
  deleted_at: null,
  approval: null,
  reads: 0,
  ...overrides,
});

/** The same with its texts. */
export const anArticle = (overrides: Partial<NewsPublic> = {}): NewsPublic => ({
  ...aListedArticle(),
  content: aContent(),
  live: null,
  autosave: null,
  readers: { fr: 0, en: 0 },
  ...overrides,
});

export const aCategory = (overrides: Partial<NewsCategoryPublic> = {}): NewsCategoryPublic => ({
  id: idOf(720),
  names: { fr: 'Fêtes', en: 'Parties' },
  color: '#c62828',
  articles: 0,
  created_at: AT,
  ...overrides,
});
