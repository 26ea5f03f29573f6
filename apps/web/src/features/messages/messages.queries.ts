import { contract } from 'virtual:contract';
import type { MessageThread } from '@agora/contract/features/messages/messages.contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { tsr } from '../../platform/client.ts';

export const messageKeys = {
  all: ['messages'] as const,
  counts: ['messages', 'counts'] as const,
  list: (query: object) => ['messages', 'list', query] as const,
  one: (id: string) => ['messages', 'one', id] as const,
  templates: ['messages', 'reply-templates'] as const,
  templatesFor: (id: string) => ['messages', 'templates', id] as const,
};

/** The numbers of badge, tabs, title and dashboard: one query, so that they are always the same. */
export const useMessageCounts = ({ isOn = true } = {}) =>
  tsr.messages.countMessages.useQuery({
    queryKey: messageKeys.counts,
    queryData: {},
    enabled: isOn,
  }).data?.body;

/** Everything that shows conversations is read again. */
export function useRefreshMessages() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: messageKeys.all });
}

/** Opens or closes a conversation. @throws {ApiError} */
export const setStatus = (id: string, status: 'open' | 'closed'): Promise<MessageThread> =>
  call(contract.messages.updateMessage, { params: { id }, body: { status } });
