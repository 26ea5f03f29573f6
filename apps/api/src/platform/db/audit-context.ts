import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditActorKind } from '@agora/contract/features/audit/audit.contract';
import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';

/** On whose behalf the database is changed: the triggers of the audit log read it. */
export interface AuditContext {
  actor_kind: AuditActorKind;
  actor_id?: string | undefined;
  request_id?: string;
  ip?: string;
  user_agent?: string;
  /** Refuses, in a transaction, an actor who lost the rights that they began it with. */
  requireRights?: ((tx: Transaction) => Promise<void>) | undefined;
}

const storage = new AsyncLocalStorage<AuditContext>();

/** Attributes every transaction that `work` opens, at whatever depth. */
export const actingAs = <Result>(context: AuditContext, work: () => Result): Result =>
  storage.run(context, work);

/** The setting that the triggers look at; empty where nobody acts but the product itself. */
export const auditSetting = (): string => {
  const context = storage.getStore();
  return context ? JSON.stringify(context) : '';
};

type Transaction = PgDatabase<PostgresJsQueryResultHKT>;

/** Tells the database who acts in this transaction. */
export async function attribute(tx: Transaction): Promise<void> {
  const setting = auditSetting();
  if (setting) await tx.execute(sql`select set_config('agora.audit', ${setting}, true)`);
}

/**
 * Judges the rights of whoever acts once more, at the end of their transaction: it may have waited for a lock, and they
 * may have lost them meanwhile.
 */
export const requireRights = async (tx: Transaction): Promise<void> =>
  storage.getStore()?.requireRights?.(tx);

/** Judges them now instead, since this transaction goes on to change them itself. The account of the actor is locked. */
export async function settleRights(tx: Transaction): Promise<void> {
  await requireRights(tx);
  const context = storage.getStore();
  if (context) context.requireRights = undefined;
}

/** From here on in this transaction, and in later ones of the request, it is this account that acts. */
export async function attributeTo(tx: Transaction, actor_id: string): Promise<void> {
  const context = storage.getStore();
  if (context) context.actor_id = actor_id;
  await attribute(tx);
}
