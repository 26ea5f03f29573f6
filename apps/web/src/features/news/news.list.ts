import type { NewsFilter, NewsSort } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import {
  dateParam,
  type ListAddress,
  oneOf,
  readList,
  textParam,
  uuidParam,
} from '../../platform/list-state.ts';
import { prefetchArticles } from './news.queries.ts';

export const STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export const PINNED = ['true'] as const;

const parse = (params: URLSearchParams) => ({
  search: textParam(params, 'search'),
  status: oneOf(params, 'status', STATUSES),
  missing: oneOf(params, 'missing', LOCALES),
  category_id: uuidParam(params, 'category_id'),
  author_id: uuidParam(params, 'author_id'),
  pinned: oneOf(params, 'pinned', PINNED),
  from: dateParam(params, 'from'),
  to: dateParam(params, 'to'),
});

export type NewsFilters = ReturnType<typeof parse>;

export const newsList = {
  parse,
  sorts: ['visible_from', 'updated_at'],
  defaultSort: '-updated_at',
};

export const newsFilter = ({ pinned, ...filters }: NewsFilters, isTrash: boolean): NewsFilter => ({
  ...filters,
  ...(pinned && { pinned: true }),
  ...(isTrash && { place: 'trash' }),
});

export const newsQuery = ({ filters, sort, skip, size }: ListAddress<NewsFilters>, isTrash: boolean) => ({
  ...newsFilter(filters, isTrash),
  sort: sort as NewsSort,
  skip,
  limit: size,
});

export function prefetchList(params: URLSearchParams): void {
  const view = params.get('view');
  if (view !== 'categories') prefetchArticles(newsQuery(readList(params, newsList), view === 'trash'));
}
