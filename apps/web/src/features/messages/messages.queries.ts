import type { contract } from 'virtual:contract';
import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import type { MessageFilter, MessageThread } from '@agora/contract/features/messages/messages.schema';
import { LIMIT_MAX } from '@agora/contract/shared/limits';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

export const messageKeys = {
  all: ['messages'] as const,
  list: (query: object) => ['messages', 'list', query] as const,
  one: (id: string) => ['messages', 'one', id] as const,
  mail: (id: string) => ['message-mails', id] as const,
  templates: ['messages', 'reply-templates'] as const,
  templatesFor: (id: string) => ['messages', 'templates', id] as const,
};

/** Milliseconds between two interval while a mail is queued. */
const MAIL_POLL_MS = 3_000;

type Query = QueryOf<typeof contract.messages.readMessages>;

const pageOf = (query: Query) => ({ queryKey: messageKeys.list(query), queryData: { query } });

/** Prefetches a page of conversations. */
export const prefetchMessages = (query: Query): void =>
  void tsrClient.messages.readMessages.prefetchQuery(pageOf(query));

/** A page of conversations. Keeps the previous one while loading. */
export const useMessages = (query: Query) =>
  tsr.messages.readMessages.useQuery({
    ...pageOf(query),
    placeholderData: keepPreviousData,
  });

interface MessagePage {
  body: MessageThread;
}

const isMailing = (page: MessagePage | undefined) =>
  page?.body.entries.some(({ delivery }) => delivery === 'queued') ?? false;

/** A conversation with the entries of all pages. @param pages the latest first, at least one */
export function threadOf(pages: readonly MessagePage[]): MessageThread {
  const [latest] = pages as [MessagePage];
  return { ...latest.body, entries: pages.toReversed().flatMap(({ body }) => body.entries) };
}

/** One conversation, polled while its mails are queued; earlier entries load a page at a time. */
export const useMessage = (id: string) =>
  tsr.messages.readMessage.useInfiniteQuery({
    queryKey: messageKeys.one(id),
    queryData: ({ pageParam }) => ({
      params: { id },
      query: typeof pageParam === 'string' ? { before: pageParam } : {},
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ body }: MessagePage) => (body.has_earlier ? body.entries[0]?.id : undefined),
    refetchInterval: ({ state }: { state: { data?: { pages: MessagePage[] } | undefined } }) =>
      isMailing(state.data?.pages[0]) && MAIL_POLL_MS,
  });

/** The whole mail of an entry, which never changes. */
export const useMessageMail = (id: string) =>
  tsr.messages.readMessageMail.useQuery({
    queryKey: messageKeys.mail(id),
    queryData: { params: { id } },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useReplyTemplates = () =>
  tsr.replyTemplates.readReplyTemplates.useQuery({
    queryKey: messageKeys.templates,
    queryData: { query: { limit: LIMIT_MAX } },
  });

/** Templates as they read for a member, with placeholders filled in. */
export const useTemplatesFor = (userId: string) =>
  tsr.messages.readResolvedTemplates.useQuery({
    queryKey: messageKeys.templatesFor(userId),
    queryData: { params: { user_id: userId } },
  });

/** Refetches all queries whose results contain conversations. */
export function useRefreshMessages() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: messageKeys.all });
}

/**
 * Reads the conversations again once one has woken by itself, of which no event tells: the counts, which are read again
 * at that time, then name another time.
 */
export function useWakeUps(wakesAt: string | null | undefined): void {
  const refreshAll = useEffectEvent(useRefreshMessages());
  const previous = useRef(wakesAt);
  useEffect(() => {
    const hasPassed = previous.current && new Date(previous.current) <= new Date();
    if (hasPassed && previous.current !== wakesAt) void refreshAll();
    previous.current = wakesAt;
  }, [wakesAt]);
}

/** Uploads a picture for a reply. The returned function throws an {ApiError} if it is refused. */
export function useUploadMessageImage() {
  const { mutateAsync } = tsr.messageImages.uploadMessageImage.useMutation();
  return async (file: File): Promise<MessageImage> => {
    const body = new FormData();
    body.set('file', file);
    return (await mutateAsync({ body })).body;
  };
}

/** Callers refetch afterwards, once the page has navigated away. */
export const useStartMessage = () => useIdempotent(tsr.messages.startMessage.useMutation());
export const useUpdateMessage = () => tsr.messages.updateMessage.useMutation();
export const useReplyToMessage = () => useIdempotent(tsr.messages.replyToMessage.useMutation());
export const useReplyToMessages = () => useIdempotent(tsr.messages.replyToMessages.useMutation());
export const useAddMessageNote = () => useIdempotent(tsr.messages.addMessageNote.useMutation());
export const useBulkMessages = () => tsr.messages.bulkMessages.useMutation();
export const useMarkMessageRead = () => tsr.messages.markMessageRead.useMutation();
export const useMarkMessageUnread = () => tsr.messages.markMessageUnread.useMutation();
export const useSnoozeMessage = () => tsr.messages.snoozeMessage.useMutation();
export const useWakeMessage = () => tsr.messages.wakeMessage.useMutation();
export const useUpdatePendingReply = () => tsr.messages.updatePendingReply.useMutation();
export const useSendPendingReply = () => tsr.messages.sendPendingReply.useMutation();
export const useCancelPendingReply = () => tsr.messages.cancelPendingReply.useMutation();
export const useMarkMessageSpam = () => tsr.messages.markMessageSpam.useMutation();
export const useMarkMessageNotSpam = () => tsr.messages.markMessageNotSpam.useMutation();
export const useBlockMessages = () => tsr.messages.blockMessages.useMutation();
export const useUnblockMessages = () => tsr.messages.unblockMessages.useMutation();
export const useCreateReplyTemplate = () =>
  useIdempotent(tsr.replyTemplates.createReplyTemplate.useMutation());
export const useUpdateReplyTemplate = () => tsr.replyTemplates.updateReplyTemplate.useMutation();
export const useDeleteReplyTemplate = () =>
  tsr.replyTemplates.deleteReplyTemplate.useMutation({ onSettled: () => void refresh(messageKeys.all) });

/** Counts all matching conversations if the list only knows a lower bound. @throws {ApiError} */
export async function countMatching(filter: MessageFilter): Promise<number> {
  const { body } = await tsr.messages.readMessages.query({ query: { ...filter, limit: 0 } });
  return (body as { count: number }).count;
}
