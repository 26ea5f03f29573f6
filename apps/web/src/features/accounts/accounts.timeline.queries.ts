import type { Timeline, TimelineKind } from '@agora/contract/features/accounts/accounts.timeline.contract';
import { tsr } from '../../platform/client.ts';
import { userKeys } from './accounts.users.queries.ts';

/** Timeline of a person, a page at a time. */
export const useTimeline = (id: string, kind: TimelineKind | undefined) =>
  tsr.users.readTimeline.useInfiniteQuery({
    queryKey: [...userKeys.one(id), 'timeline', kind],
    queryData: ({ pageParam }) => ({
      params: { user_id: id },
      query: { ...(kind && { kind }), ...(typeof pageParam === 'string' && { before: pageParam }) },
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ body }: { body: Timeline }) => body.next,
  });
