import type { AppNewsCategory } from '@agora/contract/features/news/news.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Db } from '../../../platform/db/client.ts';
import { findNewsCategory } from './news.categories.queries.ts';

export { countNewsCategories } from './news.categories.queries.ts';

/** A category in a member's language. */
export async function findCategoryIn(db: Db, id: string, locale: Locale): Promise<AppNewsCategory | null> {
  const [row] = await findNewsCategory(db, id);
  return row ? { id, name: row[`name_${locale}`], color: row.color } : null;
}
