import { tsr } from '../../platform/client.ts';

/** Counts for badge, tabs, title and dashboard: a single query, so that they always agree. */
export const useMessageCounts = () =>
  tsr.messages.countMessages.useQuery({ queryKey: ['messages', 'counts'], queryData: {} }).data?.body;
