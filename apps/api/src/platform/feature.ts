import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Deps, JobDeps, RouteDeps } from './deps.ts';
import type { JobHandler } from './jobs/queue.ts';

/** Which of some pictures a noun shows. */
export type ShownAmong = (db: Db, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** What a noun adds to the service. `src/features.ts` lists them all. */
export interface Feature {
  /** The implementation of each of its parts of the contract, by key. */
  routes: Record<string, (deps: RouteDeps) => object>;
  /** The secret that guards a part whose caller is a machine, by the part's key. */
  secrets?: Record<string, (config: Config) => string | undefined>;
  /** Background jobs, by name. */
  jobs?: (deps: JobDeps) => Record<string, JobHandler>;
  /** When its jobs start by themselves: crontab's notation in UTC, and the name. */
  schedule?: readonly string[];
  /** Deletes what has expired. Every ten minutes, in the order of the list. */
  housekeeping?: (deps: Deps) => Promise<unknown>;
  /** Pictures that nothing shows are deleted. */
  shownAmong?: ShownAmong;
  /** Finds files without a row, once a day. */
  findStrayFiles?: (deps: Deps) => Promise<unknown>;
  /** Sums up what triggers counted, every minute. */
  sumUpCounts?: (db: Db) => Promise<unknown>;
}

/** Keeps the names of the routes, by which the compiler sees that none is missing. */
export const defineFeature = <Routes extends Feature['routes']>(
  feature: Feature & { routes: Routes },
): Feature & { routes: Routes } => feature;
