import { tsr } from '../../platform/client.ts';
import { refresh } from '../../platform/query-client.ts';
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

/** Ids of the reachable devices of members; undefined until all are loaded. */
export const useReachableDevices = (members: readonly string[], limit: number): string[] | undefined =>
  tsr.devices.readDevices.useQueries({
    queries: members.map((user_id) => listOf({ user_id, state: 'reachable', limit })),
    combine: (results) => {
      const loaded = results.flatMap(({ data }) => data ?? []);
      return loaded.length < members.length
        ? undefined
        : loaded.flatMap(({ body }) => body.data.map((device) => device.id));
    },
  });

const thenRefresh = { onSettled: () => refresh(deviceKeys.all) };

export const useTestDevice = () => useIdempotent(tsr.devices.testDevice.useMutation(thenRefresh));
export const useDeleteDevice = () => tsr.devices.deleteDevice.useMutation(thenRefresh);
