import { newsAudit } from '@agora/contract/features/news/news.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = newsAudit.news;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the article', many: 'Articles', ...en.words },
  fr: { the: 'l’article', many: 'Articles', ...fr.words },
});
