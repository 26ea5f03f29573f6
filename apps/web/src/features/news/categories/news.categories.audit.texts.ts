import { newsAudit } from '@agora/contract/features/news/news.audit';
import { defineTexts } from '../../../platform/i18n.ts';

const { en, fr } = newsAudit.news_category;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the category', many: 'News categories', ...en.words },
  fr: { the: 'la catégorie', many: 'Catégories de news', ...fr.words },
});
