import type {
  AudiencePreview,
  AudiencePreviewRequest,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countAudience } from '../broadcasts.queries.ts';
import { previewRequestOf } from '../compose/broadcast-values.ts';

/** A broadcast and its audience as they were when the dialog opened. */
export interface Snapshot {
  broadcast: BroadcastPublic;
  request: AudiencePreviewRequest | undefined;
  audience: UseQueryResult<AudiencePreview>;
}

/**
 * Freezes the broadcast to be confirmed: a colleague's later change must not be sent in its place, and the
 * number of devices must not change while it is read.
 */
export function useSnapshot(latest: BroadcastPublic): Snapshot {
  const [broadcast] = useState(latest);
  const request = previewRequestOf(broadcast);
  const audience = useQuery({
    queryKey: ['dispatch', request],
    queryFn: () => countAudience(request as AudiencePreviewRequest),
    enabled: request !== undefined,
    staleTime: 'static',
    gcTime: 0,
  });
  return { broadcast, request, audience };
}
