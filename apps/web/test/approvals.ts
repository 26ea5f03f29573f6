import type { WaitingApproval } from '@agora/contract/features/approvals/approvals.contract';
import type { Approval } from '@agora/contract/features/approvals/approvals.schema';
import { idOf } from './accounts.ts';

export const anApproval = (overrides: Partial<Approval> = {}): Approval => ({
  id: idOf(800),
  status: 'waiting',
  version: 1,
  note: 'Please check the date',
  due_at: null,
  local_time: null,
  devices: 5000,
  asked_at: '2026-01-05T10:00:00.000Z',
  asked_by: { id: idOf(31), email: 'marc@example.com', full_name: 'Marc Dupont' },
  decided_at: null,
  decided_by: null,
  comment: '',
  ...overrides,
});

export const aWaitingApproval = (
  subject: Partial<WaitingApproval['subject']> = {},
  overrides: Partial<Approval> = {},
): WaitingApproval => ({
  ...anApproval(overrides),
  subject: { kind: 'broadcast', id: idOf(200), titles: { fr: 'Bonjour', en: 'Hello' }, ...subject },
});
