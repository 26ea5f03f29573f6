import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { news: 'News', newArticle: 'New article' },
  fr: { news: 'News', newArticle: 'Nouvel article' },
});
