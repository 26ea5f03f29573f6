import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditActorKind } from '@agora/contract/shared/audited';
import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';

/** Actor of a change, read by the triggers of the audit log. */
export interface AuditContext {
  actor_kind: AuditActorKind;
  actor_id?: string | undefined;
  request_id?: string;
  ip?: string;
  user_agent?: string;
  /** Rejects, in a transaction, an actor whose rights were revoked since it began. */
  requireRights?: (tx: Transaction) => Promise<void>;
}

const storage = new AsyncLocalStorage<AuditContext>();

/** Attributes every transaction that `work` opens, at any depth. */
export const actingAs = <Result>(context: AuditContext, work: () => Result): Result =>
  storage.run(context, work);

/** Value of the setting that the triggers read; empty if the product itself acts. */
export const auditSetting = (): string => {
  const context = storage.getStore();
  return context ? JSON.stringify(context) : '';
};

/** Id of the acting account; empty if the product itself acts. */
export const actorId = (): string => storage.getStore()?.actor_id ?? '';

type Transaction = PgDatabase<PostgresJsQueryResultHKT>;

/** Sets the actor of this transaction in the database. */
export async function attribute(tx: Transaction): Promise<void> {
  const setting = auditSetting();
  if (setting) await tx.execute(sql`select set_config('agora.audit', ${setting}, true)`);
}

/** One attempt at a transaction; a conflict repeats it, and the check of the rights with it. */
const attempts = new AsyncLocalStorage<{ areRightsChecked: boolean }>();

const requireRights = async (tx: Transaction): Promise<void> => storage.getStore()?.requireRights?.(tx);

/**
 * Checks the actor's rights again after the work of the transaction: it may have waited for a lock while they
 * were revoked.
 */
export const withRightsCheck = <Result>(tx: Transaction, work: () => Promise<Result>): Promise<Result> => {
  const attempt = { areRightsChecked: false };
  return attempts.run(attempt, async () => {
    const result = await work();
    if (!attempt.areRightsChecked) await requireRights(tx);
    return result;
  });
};

/**
 * Checks the rights now instead, because this transaction changes them itself. The actor's account is locked.
 */
export async function checkRightsNow(tx: Transaction): Promise<void> {
  await requireRights(tx);
  const attempt = attempts.getStore();
  if (attempt) attempt.areRightsChecked = true;
}

/** Sets the actor of later transactions of the request. */
export function setActor(actor_id: string): void {
  const context = storage.getStore();
  if (context) context.actor_id = actor_id;
}

/** Sets the actor of the rest of this transaction, and of later ones of the request. */
export async function attributeTo(tx: Transaction, actor_id: string): Promise<void> {
  setActor(actor_id);
  await attribute(tx);
}
