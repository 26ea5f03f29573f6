import type { Feature } from '../../shared/feature.ts';
import { appNews } from './news.app.contract.ts';
import { newsAudit } from './news.audit.ts';
import { newsCategories } from './news.categories.contract.ts';
import { news } from './news.contract.ts';
import { newsErrors } from './news.rules.ts';

export const newsFeature = {
  routes: { news, newsCategories, appNews },
  errors: newsErrors,
  audited: newsAudit,
  readBy: { news: { can: 'news.read' }, news_category: { can: 'news.read' } },
} satisfies Feature;
