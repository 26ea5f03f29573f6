import { globSync } from 'node:fs';
import { contract } from '@agora/contract';
import type { Access, RouteMetadata } from '@agora/contract/shared/define';
import type { AppRoute } from '@ts-rest/core';
import type { MakeSample, Samples } from './requests.ts';

/** A route of the contract with its metadata. */
export interface Operation extends RouteMetadata {
  route: AppRoute;
  /** A request that succeeds for its permitted roles. */
  sample: MakeSample;
  /** Status of its success. */
  success: number;
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

const known = (access: Access): Record<string, Known> =>
  Object.fromEntries(
    SAMPLES.flatMap(({ [access]: made = {}, refused = {} }) => [
      ...Object.entries(made).map(([name, sample]) => [name, { sample }]),
      ...Object.entries(refused)
        .filter(([, one]) => one.access === access)
        .map(([name, { sample, status }]) => [name, { sample: () => sample, status }]),
    ]),
  );
const KNOWN = { public: known('public'), user: known('user'), superuser: known('superuser') };

/** Every route of the contract with a sample: a new one is tested and attacked at once. */
export const OPERATIONS: Operation[] = (
  Object.values(contract).flatMap((part) => Object.values(part)) as AppRoute[]
).map((route) => {
  const metadata = route.metadata as RouteMetadata;
  const { operationId, access } = metadata;
  const found = KNOWN[access][operationId];
  if (!found)
    throw new Error(`${operationId} has no sample for access '${access}' in its <feature>.samples.ts`);
  const success = found.status ?? Number(Object.keys(route.responses).find((status) => status < '400'));
  return { ...metadata, route, sample: found.sample, success };
});
