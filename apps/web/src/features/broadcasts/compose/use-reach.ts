import type {
  AudiencePreview,
  AudiencePreviewRequest,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAudience } from '../broadcasts.queries.ts';
import { type BroadcastValues, fieldsOf, reachOf } from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';

/** Milliseconds after the last change until it is counted again. */
const DELAY = 350;
const CONDITIONS = ['version_gte', 'version_lt', 'seen_max', 'seen_min', 'joined_from', 'joined_to'] as const;

interface Reach extends Pick<UseQueryResult<AudiencePreview>, 'data' | 'error' | 'refetch'> {
  /** False until an audience is chosen whose conditions can be read. */
  isAsked: boolean;
}

/** Devices that the values of a form reach, counted again as they change. */
export function useReach(values: BroadcastValues): Reach {
  const isSound = CONDITIONS.every((name) => !broadcastRules[name](values[name], values));
  const asked = JSON.stringify(isSound ? reachOf(fieldsOf(values)) : undefined);
  const [settled] = useDebouncedValue(asked, DELAY);
  const request = settled === undefined ? undefined : (JSON.parse(settled) as AudiencePreviewRequest);
  const { data, error, refetch } = useAudience(request);
  return { isAsked: asked !== undefined, data, error, refetch };
}
