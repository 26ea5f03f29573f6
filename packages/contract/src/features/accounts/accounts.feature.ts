import type { Feature } from '../../shared/feature.ts';
import { apiKeys } from './accounts.api-keys.contract.ts';
import { accountsAudit } from './accounts.audit.ts';
import { accountsErrors } from './accounts.errors.ts';
import { login } from './accounts.login.contract.ts';
import { oidc } from './accounts.oidc.contract.ts';
import { passkeys } from './accounts.passkeys.contract.ts';
import { preferences } from './accounts.preferences.contract.ts';
import { rolesAudit } from './accounts.roles.audit.ts';
import { roles } from './accounts.roles.contract.ts';
import { secondFactor } from './accounts.second-factor.contract.ts';
import { sessions } from './accounts.sessions.contract.ts';
import { users } from './accounts.users.contract.ts';

export const accountsFeature = {
  routes: { login, oidc, users, sessions, secondFactor, passkeys, preferences, roles, apiKeys },
  errors: accountsErrors,
  audited: { ...accountsAudit, ...rolesAudit },
  readBy: { user: { can: ['members.read', 'team.read'] }, role: 'team', api_key: { can: 'team.administer' } },
} satisfies Feature;
