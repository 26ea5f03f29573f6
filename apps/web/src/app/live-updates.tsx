import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LiveEvent, subscribeToEvents } from '../platform/events.ts';
import type { StaleKeys } from '../platform/feature.ts';
import { isLeaving } from '../platform/leaving.ts';
import { LIVE } from './features.ts';

/** Delay of refetches, so that several changes cost only one. */
const REFETCH_DELAY_MS = 300;

/** Query keys that an event makes stale; the empty key matches all queries. */
function staleKeysOf({ event, entity, id }: LiveEvent): QueryKey[] {
  if (event === 'resync') return [[]];
  const all: Readonly<Record<string, StaleKeys | undefined>> = LIVE;
  return [event, ...(event === 'changed' && entity ? [entity] : [])].flatMap((name) => all[name]?.(id) ?? []);
}

/** Refetches queries after changes elsewhere. Forms keep unsaved input themselves. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      // The page being left may show what has just been deleted.
      if (isLeaving()) {
        timer = setTimeout(refetch, REFETCH_DELAY_MS);
        return;
      }
      timer = undefined;
      for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey });
      stale.clear();
    };
    const stop = subscribeToEvents((event) => {
      for (const key of staleKeysOf(event)) stale.set(JSON.stringify(key), key);
      if (stale.size > 0) timer ??= setTimeout(refetch, REFETCH_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient]);
  return null;
}
