import { tsr } from '../../platform/client.ts';

/** The numbers of badge, tabs, title and dashboard: one query, so that they are always the same. */
export const useMessageCounts = () =>
  tsr.messages.countMessages.useQuery({ queryKey: ['messages', 'counts'], queryData: {} }).data?.body;
