import { LIMIT_MAX } from '@agora/contract/shared/limits';
import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../../platform/client.ts';
import { useIdempotent } from '../../../platform/use-idempotent.ts';

const ALL = { queryKey: ['segments'], queryData: { query: { limit: LIMIT_MAX } } };

/** All segments, by name. */
export const useSegments = () => tsr.segments.readSegments.useQuery(ALL);

/** Refetches the segments, and what is counted or listed by them. */
function useRefreshSegments() {
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ALL.queryKey });
      for (const queryKey of [['audience'], ['broadcasts'], ['users', 'list']])
        void queryClient.invalidateQueries({ queryKey });
    },
  };
}

export const useCreateSegment = () =>
  useIdempotent(tsr.segments.createSegment.useMutation(useRefreshSegments()));
export const useUpdateSegment = () => tsr.segments.updateSegment.useMutation(useRefreshSegments());
export const useDeleteSegment = () => tsr.segments.deleteSegment.useMutation(useRefreshSegments());
