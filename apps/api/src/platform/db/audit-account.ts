import type { AuditChanges } from '@agora/contract/shared/audited';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Logs account changes that no column holds.
 * @param tx a transaction with the actor set
 */
export const auditAccount = (tx: Db, id: string, changes: AuditChanges) =>
  tx.execute(sql`select audit_account(${id}, ${JSON.stringify(changes)}::jsonb)`);
