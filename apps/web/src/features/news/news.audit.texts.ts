import { newsAudit } from '@agora/contract/features/news/news.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = newsAudit.news;

/** Names of the entity in the audit log, with those of its fields and values, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the article',
    many: 'Articles',
    ...en.words,
    'status=archived': 'archived the article',
    'status=archived>*': 'unarchived the article',
    'visible_from=later>null': 'cancelled the schedule of the article',
    'status=draft': 'unpublished the article',
    'visible_from=later': 'scheduled the article',
    'visible_from=*': 'published the article',
    'live_revision_id=': 'published changes of the article',
    'pinned_until=null': 'unpinned the article',
    'pinned_until=*': 'pinned the article',
  },
  fr: {
    the: 'l’article',
    many: 'Articles',
    ...fr.words,
    'status=archived': 'a archivé l’article',
    'status=archived>*': 'a sorti des archives l’article',
    'visible_from=later>null': 'a annulé la programmation de l’article',
    'status=draft': 'a dépublié l’article',
    'visible_from=later': 'a programmé l’article',
    'visible_from=*': 'a publié l’article',
    'live_revision_id=': 'a publié les modifications de l’article',
    'pinned_until=null': 'a désépinglé l’article',
    'pinned_until=*': 'a épinglé l’article',
  },
});
