import { newsAudit } from '@agora/contract/features/news/news.audit';
import { LATER, type NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = newsAudit.news;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: {
    the: 'the article',
    many: 'Articles',
    ...en.words,
  },
  fr: {
    the: 'l’article',
    many: 'Articles',
    ...fr.words,
  },
});

export const categoryWords = defineTexts({
  en: { the: 'the category', many: 'News categories', ...newsAudit.news_category.en.words },
  fr: { the: 'la catégorie', many: 'Catégories de news', ...newsAudit.news_category.fr.words },
});

export const changes: readonly NamedChange[] = [
  { field: 'status', to: 'archived', en: 'archived the article', fr: 'a archivé l’article' },
  { field: 'status', from: 'archived', en: 'unarchived the article', fr: 'a sorti des archives l’article' },
  {
    field: 'visible_from',
    from: LATER,
    to: null,
    en: 'cancelled the schedule of the article',
    fr: 'a annulé la programmation de l’article',
  },
  { field: 'status', to: 'draft', en: 'unpublished the article', fr: 'a dépublié l’article' },
  { field: 'visible_from', to: LATER, en: 'scheduled the article', fr: 'a programmé l’article' },
  { field: 'visible_from', en: 'published the article', fr: 'a publié l’article' },
  {
    field: 'live_revision_id',
    en: 'published changes of the article',
    fr: 'a publié les modifications de l’article',
  },
  { field: 'pinned_until', to: null, en: 'unpinned the article', fr: 'a désépinglé l’article' },
  { field: 'pinned_until', en: 'pinned the article', fr: 'a épinglé l’article' },
];
