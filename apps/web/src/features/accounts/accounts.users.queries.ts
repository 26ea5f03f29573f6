import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';
import { queryClient } from '../../platform/query-client.ts';

export const userKeys = {
  all: ['users'] as const,
  me: ['users', 'me'] as const,
  one: (id: string) => ['users', 'one', id] as const,
  list: (query: object) => ['users', 'list', query] as const,
};

const ME = { queryKey: userKeys.me, queryData: {}, staleTime: 60_000 };

/** Whoever is signed in. */
export const useMe = () => tsr.users.readUserMe.useQuery(ME);

/** Starts reading who is signed in, before a component asks for it. */
export const prefetchMe = (): void =>
  void tsr.initQueryClient(queryClient).users.readUserMe.prefetchQuery(ME);

/**
 * Whoever is signed in, below the shell, which shows pages only once this is known.
 * @throws {Error} elsewhere
 */
export function useCurrentUser() {
  const { data } = useMe();
  if (!data) throw new Error('The current user is only known below the shell');
  return data.body;
}

/** Everything that shows accounts is read again. */
export function useRefreshUsers() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: userKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

/** Administrators that work can be given to. */
export function useAdmins() {
  const query = { is_superuser: true, status: 'active', sort: 'full_name', limit: 100 } as const;
  const { data } = tsr.users.readUsers.useQuery({
    queryKey: userKeys.list(query),
    queryData: { query },
    staleTime: 300_000,
  });
  return data?.body.data ?? [];
}
