import { contract } from 'virtual:contract';
import type { NewsListed } from '@agora/contract/features/news/news.schema';
import { useAllowed } from '../accounts/accounts.users.queries.ts';

/** What the signed-in user may do with articles. */
export const useNewsRights = () => ({
  mayWrite: useAllowed(contract.news.updateNews),
  mayPublish: useAllowed(contract.news.publishNews),
});
export type NewsRights = ReturnType<typeof useNewsRights>;

/**
 * True for a change that shows at once, such as deletion: on an article that members see, or will without anybody's
 * doing, it takes the permission to publish.
 */
export const mayChangeAtOnce = (
  { mayWrite, mayPublish }: NewsRights,
  { status }: Pick<NewsListed, 'status'>,
): boolean => mayWrite && (mayPublish || status === 'draft' || status === 'archived');
