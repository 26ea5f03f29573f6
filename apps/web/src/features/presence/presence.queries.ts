import type { Presence, PresenceEntity } from '@agora/contract/features/presence/presence.contract';
import type { Activity } from '@agora/contract/features/presence/presence.rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tsr } from '../../platform/client.ts';

/** Milliseconds between two beats of a visible page; the service forgets a silent one after 40 s. */
const BEAT = 15_000;

/** An open row, and the user's activity on it. */
export interface OwnPresence {
  entity: PresenceEntity;
  id: string;
  doing: Activity;
}

const NOBODY: Presence['data'] = [];

/** Reports the user's activity on a row. @returns the others who have it open; none while that fails */
export function useOthers({ entity, id, doing }: OwnPresence): Presence['data'] {
  const [tab] = useState(() => crypto.randomUUID());
  useEffect(() => {
    // Also when the tab is closed.
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
    refetchInterval: BEAT,
    gcTime: 0,
    retry: false,
    meta: { isSilent: true },
    // Of this row alone: another one's people are not here.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
  return data ?? NOBODY;
}
