import type { Feature } from '../../shared/feature.ts';
import { accountsAudit } from './accounts.audit.ts';
import { accountsErrors } from './accounts.errors.ts';
import { login } from './accounts.login.contract.ts';
import { preferences } from './accounts.preferences.contract.ts';
import { sessions } from './accounts.sessions.contract.ts';
import { users } from './accounts.users.contract.ts';

export const accountsFeature = {
  routes: { login, users, sessions, preferences },
  errors: accountsErrors,
  audited: accountsAudit,
} satisfies Feature;
