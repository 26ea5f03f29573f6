import { roleNames } from '@agora/contract/features/accounts/accounts.roles.audit';
import type { BuiltInRole } from '@agora/contract/shared/permissions';
import { getLocale } from '../../../platform/i18n.ts';

/** Name of a role in the reader's language; those that an organisation makes have one name. */
export const roleNameOf = (role: { key: BuiltInRole | null; name: string } | null): string =>
  role?.key ? roleNames[getLocale()][role.key] : (role?.name ?? '');
