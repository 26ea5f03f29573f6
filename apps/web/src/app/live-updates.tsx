import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents, type LiveEvent } from '../platform/events.ts';
import type { StaleKeys } from '../platform/feature.ts';
import { LIVE } from './features.ts';

/** Milliseconds in which what is to be read again is gathered: many changes cost one reading. */
const GATHERING = 300;

/** The query keys that an event makes stale: the empty one is that of all. */
function staleBy({ event, entity, id }: LiveEvent): QueryKey[] {
  if (event === 'resync') return [[]];
  const all: Readonly<Record<string, StaleKeys | undefined>> = LIVE;
  return [event, ...(event === 'changed' && entity ? [entity] : [])].flatMap((name) => all[name]?.(id) ?? []);
}

/** Has pages read again what changed elsewhere. What somebody writes in a form stays: forms see to that. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
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
