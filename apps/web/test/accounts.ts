import {
  NO_COLUMN_CHOICES,
  type Preferences,
} from '@agora/contract/features/accounts/accounts.preferences.contract';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { PERMISSIONS, type Permission } from '@agora/contract/shared/permissions';

/** A different id for each number. */
export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** An account that is not a superuser, as its owner reads it. */
export const anAccount = (overrides: Partial<UserMe> = {}): UserMe => ({
  id: idOf(1),
  email: 'ada@example.com',
  full_name: 'Ada Lovelace',
  is_active: true,
  is_superuser: false,
  locale: 'en',
  version: 1,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
  last_seen_at: null,
  must_change_password: false,
  invitation_expires_at: null,
  deactivated_at: null,
  deactivated_by: null,
  deactivated_until: null,
  deactivation_reason: null,
  deleted_at: null,
  messages_blocked_at: null,
  pending_email: null,
  role_id: null,
  second_factor_at: null,
  second_factors: [],
  oidc_linked_at: null,
  is_role_from_oidc: false,
  second_factor_policy: 'optional',
  second_factor_due_at: null,
  must_set_up_second_factor: false,
  has_password: true,
  role: null,
  permissions: [],
  ...overrides,
});

/** Somebody of the team with these permissions. */
export const aColleague = (permissions: readonly Permission[], overrides: Partial<UserMe> = {}): UserMe => ({
  ...anAccount({ id: idOf(3), email: 'joan@example.com', full_name: 'Joan Clarke', role_id: idOf(90) }),
  role: { id: idOf(90), key: null, name: 'Cryptanalyst' },
  permissions: [...permissions],
  ...overrides,
});

/** The people of the team, as everybody of the team reads them. */
export const aTeam = (...people: Pick<UserMe, 'id' | 'email' | 'full_name'>[]) => ({
  data: people.map(({ id, email, full_name }) => ({ id, email, full_name })),
  count: people.length,
});

export const aSuperuser = (overrides: Partial<UserMe> = {}): UserMe =>
  anAccount({
    id: idOf(2),
    email: 'grace@example.com',
    full_name: 'Grace Hopper',
    is_superuser: true,
    permissions: [...PERMISSIONS],
    ...overrides,
  });

export const somePreferences = (overrides: Partial<Preferences> = {}): Preferences => ({
  theme: 'light',
  density: 'comfortable',
  time_zone: null,
  shortcuts: true,
  weekly_summary: false,
  alert_assigned: true,
  alert_answered: true,
  alert_mentioned: true,
  alert_broadcast: true,
  alert_broadcast_approval: true,
  alert_news_approval: true,
  approve_pushes_above: null,
  approve_news: false,
  columns: NO_COLUMN_CHOICES,
  organization_time_zone: 'Europe/Paris',
  ...overrides,
});
