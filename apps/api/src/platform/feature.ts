import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db/client.ts';
import type { Deps, JobDeps, RouteDeps } from './deps.ts';
import type { JobHandler } from './jobs/queue.ts';
import type { DatabaseGauge } from './metrics/metrics.ts';
import type { Config } from './settings.ts';

/** Returns the given pictures that a feature shows. */
export type ShownAmong = (db: Db, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Deletes expired rows. */
export type Housekeeping = (deps: Deps) => Promise<unknown>;

/** Registration of a feature, at the end of its routes or in `<feature>.feature.ts`. `src/features.ts` lists all of them. */
export interface Feature {
  /** Implementation of each of its parts of the contract, by key. */
  routes: Record<string, (deps: RouteDeps) => object>;
  /** Secret of a part that machines call, by the part's key. */
  secrets?: Record<string, (config: Config) => string | undefined>;
  /** Background jobs, by name. */
  jobs?: (deps: JobDeps) => Record<string, JobHandler>;
  /** Schedule of its jobs: crontab's notation in UTC, and the name. */
  schedule?: readonly string[];
  /** Run every ten minutes, in the order of the features, even if one before failed. */
  housekeeping?: Housekeeping | readonly Housekeeping[];
  /** Pictures that no feature shows are deleted. */
  shownAmong?: ShownAmong;
  /** Finds files without a row, once a day. */
  findStrayFiles?: (deps: Deps) => Promise<unknown>;
  /** Figures of its rows for the metrics. */
  gauges?: readonly DatabaseGauge[];
  /** Table of the deltas that triggers write, compacted every minute. */
  counts?: PgTable;
}

/** Keeps the literal names of the routes, so that the compiler finds missing ones. */
export const defineFeature = <Routes extends Feature['routes']>(
  feature: Feature & { routes: Routes },
): Feature & { routes: Routes } => feature;
