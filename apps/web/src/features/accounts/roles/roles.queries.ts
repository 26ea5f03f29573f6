import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../../platform/client.ts';
import { useIdempotent } from '../../../platform/use-idempotent.ts';
import { userKeys } from '../accounts.users.queries.ts';

const ALL = { queryKey: ['roles'], queryData: { query: {} } };

/** All roles: those that come with the product, then the others by name. */
export const useRoles = ({ isOn = true } = {}) => tsr.roles.readRoles.useQuery({ ...ALL, enabled: isOn });

/** Refetches the roles, and the accounts that have them. */
function useRefreshRoles() {
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ALL.queryKey });
      void queryClient.invalidateQueries({ queryKey: userKeys.all });
    },
  };
}

export const useCreateRole = () => useIdempotent(tsr.roles.createRole.useMutation(useRefreshRoles()));
export const useUpdateRole = () => tsr.roles.updateRole.useMutation(useRefreshRoles());
export const useDeleteRole = () => tsr.roles.deleteRole.useMutation(useRefreshRoles());
