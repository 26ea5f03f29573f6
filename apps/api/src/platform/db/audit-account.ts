import type { AuditChanges } from '@agora/contract/shared/audited';
import { sql } from 'drizzle-orm';
import { auditSetting } from './audit-context.ts';
import type { Db } from './client.ts';

/**
 * Logs account changes that no column holds.
 * @param tx a transaction with the actor set
 */
export const auditAccount = (tx: Db, id: string, changes: AuditChanges) =>
  tx.execute(sql`select audit_account(${id}, ${JSON.stringify(changes)}::jsonb)`);

/** The same outside a transaction, for acts that change no row. */
export const auditActOn = (db: Db, id: string, changes: AuditChanges) =>
  db.execute(sql`select audit_account(${id}, ${JSON.stringify(changes)}::jsonb)
    from set_config('agora.audit', ${auditSetting()}, true)`);
