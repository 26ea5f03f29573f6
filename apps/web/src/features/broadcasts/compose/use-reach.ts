import type {
  AudiencePreview,
  AudiencePreviewRequest,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAudience } from '../broadcasts.queries.ts';
import { type BroadcastValues, fieldsOf, previewRequestOf } from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';

/** Milliseconds between the last change and counting again. */
const DELAY_MS = 350;
const CONDITIONS = ['version_gte', 'version_lt', 'seen_max', 'seen_min', 'joined_from', 'joined_to'] as const;

interface Reach extends Pick<UseQueryResult<AudiencePreview>, 'data' | 'error' | 'refetch'> {
  /** False until an audience with valid conditions is chosen. */
  isCounted: boolean;
}

/** True if each condition of the audience is empty or valid. */
export const areConditionsValid = (values: BroadcastValues): boolean =>
  CONDITIONS.every((name) => !broadcastRules[name](values[name], values));

/** Devices that the values of a form reach, counted again as they change. */
export function useReach(values: BroadcastValues): Reach {
  const serialized = JSON.stringify(
    areConditionsValid(values) ? previewRequestOf(fieldsOf(values)) : undefined,
  );
  const [debounced] = useDebouncedValue(serialized, DELAY_MS);
  const request = debounced === undefined ? undefined : (JSON.parse(debounced) as AudiencePreviewRequest);
  const { data, error, refetch } = useAudience(request);
  return { isCounted: serialized !== undefined, data, error, refetch };
}
