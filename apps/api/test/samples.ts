import { globSync } from 'node:fs';
import { contract } from '@agora/contract';
import type { RouteMetadata } from '@agora/contract/shared/define';
import type { Access } from '@agora/contract/shared/permissions';
import type { AppRoute } from '@ts-rest/core';
import type { Group, MakeSample, Samples } from './requests.ts';

/** A route of the contract with its metadata. */
export interface Operation extends RouteMetadata {
  route: AppRoute;
  /** A request that succeeds for its permitted roles. */
  sample: MakeSample;
  /** Status of its success. */
  success: number;
  group: Group;
}

const FEATURES_DIR = new URL('../src/features/', import.meta.url);

/** Samples of all features: `<feature>.samples.ts` next to their tests. */
export const SAMPLES: readonly Samples[] = await Promise.all(
  globSync('*/*.samples.ts', { cwd: FEATURES_DIR }).map(async (file) => {
    const { samples } = (await import(new URL(file, FEATURES_DIR).href)) as { samples: Samples };
    return samples;
  }),
);

interface Known {
  sample: MakeSample;
  status?: number;
}

const groupOf = (access: Access): Group => (access === 'public' || access === 'user' ? access : 'team');

const known = (group: Group): Record<string, Known> =>
  Object.fromEntries(
    SAMPLES.flatMap(({ [group]: made = {}, refused = {} }) => [
      ...Object.entries(made).map(([name, sample]) => [name, { sample }]),
      ...Object.entries(refused)
        .filter(([, one]) => one.access === group)
        .map(([name, { sample, status }]) => [name, { sample: () => sample, status }]),
    ]),
  );
const KNOWN = { public: known('public'), user: known('user'), team: known('team') };

/** Every route of the contract with a sample: a new one is tested and attacked at once. */
export const OPERATIONS: Operation[] = (
  Object.values(contract).flatMap((part) => Object.values(part)) as AppRoute[]
).map((route) => {
  const metadata = route.metadata as RouteMetadata;
  const { operationId, access } = metadata;
  const group = groupOf(access);
  const found = KNOWN[group][operationId];
  if (!found) throw new Error(`${operationId} has no sample under '${group}' in its <feature>.samples.ts`);
  const success = found.status ?? Number(Object.keys(route.responses).find((status) => status < '400'));
  return { ...metadata, route, sample: found.sample, success, group };
});
