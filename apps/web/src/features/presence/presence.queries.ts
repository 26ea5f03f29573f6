import type { Presence, PresenceEntity } from '@agora/contract/features/presence/presence.contract';
import type { Activity } from '@agora/contract/features/presence/presence.rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tsr } from '../../platform/client.ts';

/** The API drops a page that sends no heartbeat for 40 s. */
const HEARTBEAT_MS = 15_000;

/** An open row, and the user's activity on it. */
export interface OwnPresence {
  entity: PresenceEntity;
  id: string;
  doing: Activity;
}

const NOBODY: Presence['data'] = [];

/** Reports the user's activity on a row. @returns the others who have it open; empty if the request fails */
export function useOthers({ entity, id, doing }: OwnPresence): Presence['data'] {
  const [tab] = useState(() => crypto.randomUUID());
  useEffect(() => {
    // Also when the tab closes.
    const leave = () =>
      void tsr.presence.updatePresence
        .mutate({ body: { entity, id, tab, doing: 'leaving' }, fetchOptions: { keepalive: true } })
        .catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [entity, id, tab]);
  const { data } = useQuery({
    queryKey: ['presence', id, tab, doing],
    queryFn: async () => {
      const { body } = await tsr.presence.updatePresence.mutate({ body: { entity, id, tab, doing } });
      return (body as Presence).data;
    },
    refetchInterval: HEARTBEAT_MS,
    gcTime: 0,
    retry: false,
    meta: { isSilent: true },
    // Only for the same row: people on another one are not here.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });
  return data ?? NOBODY;
}
