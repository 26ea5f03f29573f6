import { permissionNames, roleNames } from '@agora/contract/features/accounts/accounts.roles.audit';
import type { BuiltInRole, Permission } from '@agora/contract/shared/permissions';
import { getLocale, joinAll } from '../../../platform/i18n.ts';

/** Name of a role in the reader's language; those that an organisation makes have one name. */
export const roleNameOf = (role: { key: BuiltInRole | null; name: string } | null): string =>
  role?.key ? roleNames[getLocale()][role.key] : (role?.name ?? '');

/** What permissions allow, in a sentence; empty without any. Reading is implied by other acts on a noun. */
export function sentenceOf(permissions: readonly Permission[]): string {
  const told = permissions.filter((permission) => {
    const [noun, act] = permission.split('.');
    return (
      act !== 'read' || !permissions.some((other) => other.startsWith(`${noun}.`) && other !== permission)
    );
  });
  const text = joinAll(told.map((permission) => permissionNames[getLocale()][permission]));
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
