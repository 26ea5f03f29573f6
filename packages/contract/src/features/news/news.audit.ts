import type { AuditedNames } from '../../shared/audited.ts';

export const newsAudit = {
  news: { fr: 'article', en: 'article' },
  news_category: { fr: 'catégorie', en: 'category' },
} as const satisfies AuditedNames;
