import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { useThrottledValue } from '@mantine/hooks';

/** Milliseconds between readings while its counters grow: each reads every row. */
const LIVE = 10_000;

/** Stage at which the figures of a push are read: they are read again in each state, and as its counters grow. */
export function useStage(broadcast: BroadcastPublic): string {
  const { status, finished_at, sent, failed, invalid, skipped, cancelled, opened } = broadcast;
  const counters = useThrottledValue([sent, failed, invalid, skipped, cancelled, opened].join(' '), LIVE);
  return `${status} ${finished_at} ${counters}`;
}
