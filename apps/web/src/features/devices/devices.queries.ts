import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

const deviceKeys = {
  all: ['devices'] as const,
  list: (query: object) => ['devices', 'list', query] as const,
};

const listOf = <const Query extends object>(query: Query) => ({
  queryKey: deviceKeys.list(query),
  queryData: { query },
});

export const useDevices = (user_id: string) => tsr.devices.readDevices.useQuery(listOf({ user_id }));

/** Ids of members' devices that pushes can reach; undefined until all are loaded. */
export const useReachableDevices = (members: readonly string[], limit: number): string[] | undefined =>
  tsr.devices.readDevices.useQueries({
    queries: members.map((user_id) => listOf({ user_id, state: 'reachable', limit })),
    combine: (answers) => {
      const known = answers.flatMap(({ data }) => data ?? []);
      return known.length < members.length
        ? undefined
        : known.flatMap(({ body }) => body.data.map((device) => device.id));
    },
  });

const useThenRefresh = () => {
  const queryClient = useQueryClient();
  return { onSettled: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all }) };
};

export const useTestDevice = () => useIdempotent(tsr.devices.testDevice.useMutation(useThenRefresh()));
export const useDeleteDevice = () => tsr.devices.deleteDevice.useMutation(useThenRefresh());
