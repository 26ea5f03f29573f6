import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { anAccount, aSuperuser } from './accounts.ts';

/** An entry by Grace Hopper about Ada Lovelace. */
export const anEntry = (overrides: Partial<AuditLog> = {}): AuditLog => ({
  id: 1,
  at: '2026-01-03T10:00:00.000Z',
  actor_kind: 'user',
  actor_id: aSuperuser().id,
  actor_label: aSuperuser().email,
  actor_name: aSuperuser().full_name,
  action: 'updated',
  entity_type: 'user',
  entity_id: anAccount().id,
  entity_label: anAccount().email,
  entity_name: anAccount().full_name,
  changes: { full_name: ['Before', 'After'] },
  labels: {},
  request_id: null,
  ip: null,
  user_agent: null,
  ...overrides,
});
