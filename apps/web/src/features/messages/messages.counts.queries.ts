import type { MessageCounts } from '@agora/contract/features/messages/messages.schema';
import { tsr } from '../../platform/client.ts';

/** Milliseconds after which the browser's clock and that of the service agree. */
const SLACK_MS = 500;
/** Timers of browsers are limited to 24 days. */
const HOUR_MS = 3_600_000;

/** Milliseconds until the next snoozed conversation wakes, an hour at most; false if there is none. */
function untilWaking({ wakes_at = null }: Partial<MessageCounts> = {}): number | false {
  if (wakes_at === null) return false;
  return Math.min(Math.max(new Date(wakes_at).getTime() - Date.now(), 0) + SLACK_MS, HOUR_MS);
}

/** Counts for badges, tabs, title and dashboard: a single query, so that they always agree. */
export const useMessageCounts = () =>
  tsr.messages.countMessages.useQuery({
    queryKey: ['messages', 'counts'],
    queryData: {},
    refetchInterval: ({ state }: { state: { data?: { body: MessageCounts } | undefined } }) =>
      untilWaking(state.data?.body),
  }).data?.body;
