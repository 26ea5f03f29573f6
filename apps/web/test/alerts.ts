import type { Alert, Alerts } from '@agora/contract/features/alerts/alerts.contract';
import { idOf } from './accounts.ts';

/** An unread alert of an assigned conversation. */
export const anAlert = (overrides: Partial<Alert> = {}): Alert => ({
  id: idOf(200),
  kind: 'assigned',
  actor: 'Marc Dupont',
  thread: { id: idOf(300), number: 7, subject: 'The market', member: 'Zoé Lefèvre' },
  broadcast: null,
  approval: null,
  created_at: '2026-01-03T10:00:00.000Z',
  read_at: null,
  ...overrides,
});

export const someAlerts = (...data: Alert[]): Alerts => ({
  data,
  count: data.length,
  unread: data.filter(({ read_at }) => read_at === null).length,
});
