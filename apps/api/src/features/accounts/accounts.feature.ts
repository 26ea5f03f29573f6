import { defineFeature } from '../../platform/feature.ts';
import { preferencesRoutes } from './accounts.preferences.routes.ts';
import { deleteOldKeys } from './api-keys/accounts.api-keys.queries.ts';
import { apiKeysRoutes } from './api-keys/accounts.api-keys.routes.ts';
import { loginJobs } from './login/accounts.login.jobs.ts';
import { deleteExpiredPasswordTokens } from './login/accounts.login.queries.ts';
import { loginRoutes } from './login/accounts.login.routes.ts';
import { oidcRoutes } from './oidc/accounts.oidc.routes.ts';
import { releaseRolesWithoutClaim } from './oidc/accounts.oidc.service.ts';
import { passkeysRoutes } from './passkeys/accounts.passkeys.routes.ts';
import { rolesRoutes } from './roles/accounts.roles.routes.ts';
import { secondFactorRoutes } from './second-factor/accounts.second-factor.routes.ts';
import { askForFactors, encryptFactorsAgain } from './second-factor/accounts.second-factor.service.ts';
import { deleteExpiredEmailChanges } from './security/accounts.email.queries.ts';
import { deleteOldDevices } from './sessions/accounts.devices.service.ts';
import { deleteOldNetworks } from './sessions/accounts.networks.service.ts';
import { sessionsRoutes } from './sessions/accounts.sessions.routes.ts';
import { endOldSessions } from './sessions/accounts.sessions.service.ts';
import { emptyUserTrash } from './users/accounts.lifecycle.service.ts';
import { usersJobs } from './users/accounts.users.jobs.ts';
import { usersRoutes } from './users/accounts.users.routes.ts';

export const accountsFeature = defineFeature({
  routes: {
    login: loginRoutes,
    oidc: oidcRoutes,
    users: usersRoutes,
    sessions: sessionsRoutes,
    secondFactor: secondFactorRoutes,
    passkeys: passkeysRoutes,
    preferences: preferencesRoutes,
    roles: rolesRoutes,
    apiKeys: apiKeysRoutes,
  },
  jobs: (deps) => ({ ...loginJobs(deps), ...usersJobs(deps) }),
  housekeeping: [
    endOldSessions,
    async ({ db, now }) => deleteOldKeys(db, now()),
    async ({ db, now }) => deleteOldNetworks(db, now()),
    async ({ db, now }) => deleteOldDevices(db, now()),
    async ({ db, now }) => deleteExpiredPasswordTokens(db, now()),
    async ({ db, now }) => deleteExpiredEmailChanges(db, now()),
    askForFactors,
    releaseRolesWithoutClaim,
    encryptFactorsAgain,
    emptyUserTrash,
  ],
});
