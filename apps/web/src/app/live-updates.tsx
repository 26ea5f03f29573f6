import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents, type LiveEvent } from '../platform/events.ts';
import type { StaleKeys } from '../platform/feature.ts';
import { isLeaving } from '../platform/leaving.ts';
import { LIVE } from './features.ts';

/** Debounce of refetches, in milliseconds: several changes cost one refetch. */
const GATHERING = 300;

/** Query keys that an event makes stale; the empty key matches all queries. */
function staleBy({ event, entity, id }: LiveEvent): QueryKey[] {
  if (event === 'resync') return [[]];
  const all: Readonly<Record<string, StaleKeys | undefined>> = LIVE;
  return [event, ...(event === 'changed' && entity ? [entity] : [])].flatMap((name) => all[name]?.(id) ?? []);
}

/** Refetches queries after changes elsewhere. Unsaved form input stays: forms handle that. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      // What the page shows may just be deleted.
      if (isLeaving()) {
        timer = setTimeout(readAgain, GATHERING);
        return;
      }
      timer = undefined;
      for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey });
      stale.clear();
    };
    const stop = followEvents((event) => {
      for (const key of staleBy(event)) stale.set(JSON.stringify(key), key);
      if (stale.size > 0) timer ??= setTimeout(readAgain, GATHERING);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queryClient]);
  return null;
}
