import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Chip } from '../../../components/chip.tsx';
import { t } from '../accounts.users.texts.ts';

type Status = 'active' | 'invited' | 'invitationExpired' | 'deactivated' | 'deleted';

export function statusOf(user: UserPublic): Status {
  if (user.deleted_at) return 'deleted';
  if (!user.is_active) return 'deactivated';
  if (!user.invitation_expires_at) return 'active';
  return new Date(user.invitation_expires_at) > new Date() ? 'invited' : 'invitationExpired';
}

const TONES = {
  active: 'good',
  invited: 'neutral',
  invitationExpired: 'warning',
  deactivated: 'bad',
  deleted: 'bad',
} as const;

export function UserStatusChip({ user }: { user: UserPublic }) {
  const status = statusOf(user);
  return <Chip tone={TONES[status]}>{status === 'deleted' ? t.deletedChip : t[status]}</Chip>;
}
