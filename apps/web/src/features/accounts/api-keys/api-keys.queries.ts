import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../../platform/client.ts';

const ALL = { queryKey: ['api-keys'], queryData: { query: {} } };

export const useApiKeys = () => tsr.apiKeys.readApiKeys.useQuery(ALL);

function useRefreshKeys() {
  const queryClient = useQueryClient();
  return { onSuccess: () => queryClient.invalidateQueries({ queryKey: ALL.queryKey }) };
}

export const useCreateApiKey = () => tsr.apiKeys.createApiKey.useMutation(useRefreshKeys());
export const useDeleteApiKey = () => tsr.apiKeys.deleteApiKey.useMutation(useRefreshKeys());
