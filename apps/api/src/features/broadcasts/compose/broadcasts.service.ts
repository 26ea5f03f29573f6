import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import {
  actionsFor,
  type BroadcastAction,
} from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { type BroadcastWithPeople, findBroadcast, lockBroadcast } from '../broadcasts.queries.ts';
import type { Broadcast } from '../broadcasts.table.ts';

/** The acting user and the dependencies. */
export interface Work extends Pick<Deps, 'db' | 'now' | 'config' | 'frontendHost'> {
  by: string;
  /** Time of the last password entry. */
  password_at: Date;
  /** True if a second person approves it. */
  isApproved?: boolean;
}

const instant = (moment: Date | null) => moment?.toISOString() ?? null;

export const toBroadcast = (row: BroadcastWithPeople): BroadcastPublic => ({
  ...row,
  actions: actionsFor(row),
  scheduled_at: instant(row.scheduled_at),
  held_until: instant(row.held_until),
  waits_until: instant(row.waits_until === null ? null : new Date(row.waits_until)),
  started_at: instant(row.started_at),
  finished_at: instant(row.finished_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @throws {AppError} `broadcast_not_found` */
export async function findExisting(db: Db, id: string): Promise<BroadcastWithPeople> {
  const row = await findBroadcast(db, id);
  if (!row) throw new AppError('broadcast_not_found');
  return row;
}

/** The broadcast as the API shows it. @throws {AppError} `broadcast_not_found` */
export const readBroadcast = async (db: Db, id: string) => toBroadcast(await findExisting(db, id));

/** Progress of a broadcast; undefined if deleted. */
export async function progressOf(db: Db, id: string) {
  const row = await findBroadcast(db, id);
  if (!row) return undefined;
  const { status, targeted, sent, failed, invalid, skipped, cancelled, opened, last_error } = row;
  return { id, status, targeted, sent, failed, invalid, skipped, cancelled, opened, last_error };
}

/** @throws {AppError} `broadcast_not_found` */
export async function requireBroadcast(tx: Db, id: string): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id);
  if (!broadcast) throw new AppError('broadcast_not_found');
  return broadcast;
}

export const invalidState = (broadcast: Broadcast) =>
  new AppError('invalid_state', {}, { allowed: actionsFor(broadcast) });

/** Locks the broadcast if it allows the action. @throws {AppError} `broadcast_not_found`, `invalid_state` */
export async function lockForAction(tx: Db, id: string, action: BroadcastAction): Promise<Broadcast> {
  const broadcast = await requireBroadcast(tx, id);
  if (!actionsFor(broadcast).includes(action)) throw invalidState(broadcast);
  return broadcast;
}

export const changed = ({ by, now }: Pick<Work, 'by' | 'now'>, id: string) => ({ id, by, now: now() });
