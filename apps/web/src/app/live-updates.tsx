import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents, type LiveEvent } from '../platform/events.ts';

/** Milliseconds in which what is to be read again is gathered: many changes cost one reading. */
const GATHERING = 300;

/** What shows the rows of an entity. */
const SHOWN_BY: Record<string, QueryKey[]> = {
  user: [['users'], ['devices'], ['dashboard']],
  item: [['items']],
  daily_message: [['daily-messages'], ['dashboard']],
  news: [['news']],
  news_category: [['news']],
  message: [
    ['messages', 'list'],
    ['messages', 'one'],
  ],
  reply_template: [['messages', 'templates']],
  rating: [['ratings']],
  broadcast: [['broadcasts']],
};

/** What an event makes stale: without a key, everything. */
function staleBy({ event, entity = '', id }: LiveEvent): QueryKey[] {
  if (event === 'changed') return [...(SHOWN_BY[entity] ?? []), ['audit-logs']];
  if (event === 'counts') return [['messages', 'counts']];
  if (event === 'broadcast.progress')
    return [
      ['broadcasts', 'list'],
      ['broadcasts', 'one', id],
    ];
  return event === 'resync' ? [[]] : [];
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
