import { contract } from '@agora/contract';
import {
  NO_COLUMN_CHOICES,
  type Preferences,
} from '@agora/contract/features/accounts/accounts.preferences.contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { findPreferences } from './accounts.preferences.queries.ts';
import { changePreferences, unsubscribe } from './accounts.preferences.service.ts';
import { DEFAULTS, type PreferencesRow } from './accounts.preferences.table.ts';
import { callerOf, rejectErasedCaller } from './sessions/accounts.sessions.service.ts';

export const preferencesRoutes = ({ db, config, frontendHost }: RouteDeps) => {
  const toPreferences = (row?: PreferencesRow): Preferences => ({
    ...DEFAULTS,
    ...row,
    columns: { ...NO_COLUMN_CHOICES, ...row?.columns },
    organization_time_zone: config.TIME_ZONE,
    approve_pushes_above: config.APPROVE_PUSHES_ABOVE ?? null,
    approve_news: config.APPROVE_NEWS,
  });

  return router(contract.preferences, {
    readPreferences: async ({ request }) => {
      const [row] = await findPreferences(db, { user_id: callerOf(request).id });
      return { status: 200, body: toPreferences(row) };
    },
    updatePreferences: async ({ body, request }) => {
      const caller = callerOf(request);
      const isEmpty = Object.keys(body).length === 0;
      const row = isEmpty
        ? (await findPreferences(db, { user_id: caller.id }))[0]
        : await changePreferences(db, caller, body).catch(
            rejectErasedCaller('preferences_user_id_users_id_fk'),
          );
      return { status: 200, body: toPreferences(row) };
    },
    openUnsubscribePage: async ({ query, reply }) => {
      void reply.header('location', `${frontendHost}/unsubscribe?token=${encodeURIComponent(query.token)}`);
      return { status: 303, body: '' };
    },
    unsubscribe: async ({ query }) => {
      await unsubscribe({ db, config }, query.token);
      return { status: 200, body: { message: 'Unsubscribed' } };
    },
  });
};
