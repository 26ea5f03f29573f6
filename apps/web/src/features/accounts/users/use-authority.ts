import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { can, isTeam, type Permission } from '@agora/contract/shared/permissions';
import { useCurrentUser } from '../accounts.users.queries.ts';
import { useRoles } from '../roles/roles.queries.ts';

/**
 * What the signed-in user may do to an account, by the permission that it takes for a member. Acting on the team takes
 * a permission of its own, and everything that the account may do.
 */
export function useAuthority(user: UserPublic): (permission: Permission) => boolean {
  const me = useCurrentUser();
  const isColleague = isTeam(user);
  const { data } = useRoles({ isOn: isColleague && !me.is_superuser });
  if (me.is_superuser) return () => true;
  if (!isColleague) return (permission) => can(me, permission);
  const role = data?.body.data.find(({ id }) => id === user.role_id);
  const isCovered = !user.is_superuser && role?.permissions.every((permission) => can(me, permission));
  return () => isCovered === true && can(me, 'team.administer');
}
