import type { MessageFilter } from '@agora/contract/features/messages/messages.contract';
import { useQueryClient } from '@tanstack/react-query';
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

/** Their callers read again what changed, once the page has moved on from it. */
export const useUpdateMessage = () => tsr.messages.updateMessage.useMutation();
export const useReplyToMessage = () => tsr.messages.replyToMessage.useMutation();
export const useReplyToMessages = () => tsr.messages.replyToMessages.useMutation();
export const useAddMessageNote = () => tsr.messages.addMessageNote.useMutation();
export const useBulkMessages = () => tsr.messages.bulkMessages.useMutation();
export const useMarkMessageRead = () => tsr.messages.markMessageRead.useMutation();
export const useMarkMessageUnread = () => tsr.messages.markMessageUnread.useMutation();
export const useMarkMessageSpam = () => tsr.messages.markMessageSpam.useMutation();
export const useMarkMessageNotSpam = () => tsr.messages.markMessageNotSpam.useMutation();
export const useBlockMessages = () => tsr.messages.blockMessages.useMutation();
export const useUnblockMessages = () => tsr.messages.unblockMessages.useMutation();
export const useCreateReplyTemplate = () => tsr.replyTemplates.createReplyTemplate.useMutation();
export const useUpdateReplyTemplate = () => tsr.replyTemplates.updateReplyTemplate.useMutation();
export const useDeleteReplyTemplate = () => tsr.replyTemplates.deleteReplyTemplate.useMutation();

/** Counts conversations of which a list shows only that they are many. @throws {ApiError} */
export async function countMatching(filter: MessageFilter): Promise<number> {
  const { body } = await tsr.messages.readMessages.query({ query: { ...filter, limit: 0 } });
  return (body as { count: number }).count;
}
