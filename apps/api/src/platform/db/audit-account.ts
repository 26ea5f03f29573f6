import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Has the audit log say of an account what no column of it tells.
 * @param tx a transaction, which knows who acts
 */
export const auditAccount = (tx: Db, id: string, changes: AuditLog['changes']) =>
  tx.execute(sql`select audit_account(${id}, ${JSON.stringify(changes)}::jsonb)`);
