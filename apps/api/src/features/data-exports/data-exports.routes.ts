import { contract } from '@agora/contract';
import { USER_TRASH_DAYS } from '@agora/contract/features/accounts/accounts.users.schema';
import { ACTIVE_DAYS_KEPT } from '@agora/contract/features/dashboard/dashboard.rules';
import {
  DATA_EXPORT_DAYS,
  DATA_EXPORT_PAUSE_HOURS,
  KEPT_DATA,
  type KeptData,
  type RetentionCode,
} from '@agora/contract/features/data-exports/data-exports.rules';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { done } from '../../platform/http/answers.ts';
import { consume } from '../../platform/http/limiter.ts';
import { router } from '../../platform/http/router.ts';
import { FAILED_DAYS } from '../../platform/jobs/queue.ts';
import type { Config } from '../../platform/settings.ts';
import { requireRecentPasswordUnlessKey } from '../accounts/api-keys/accounts.api-keys.service.ts';
import { requireAuthorityOver, requireReadableUser } from '../accounts/security/accounts.guard.service.ts';
import { KNOWN_DEVICE_DAYS } from '../accounts/sessions/accounts.devices.service.ts';
import { KNOWN_NETWORK_DAYS } from '../accounts/sessions/accounts.networks.service.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { ALERT_DAYS } from '../alerts/alerts.service.ts';
import {
  applyRetention,
  changeRetention,
  previewRetention,
  readRetention,
} from './data-exports.retention.service.ts';
import {
  deleteStrayExports,
  endOldExports,
  makeExport,
  readExport,
  requestExport,
} from './data-exports.service.ts';

const ORDERED = 'The link is on its way';

/** Days that each kind of personal data is kept; null as long as the account exists. */
const keptFor = (config: Config): Record<Exclude<KeptData, RetentionCode>, number | null> => ({
  accounts: null,
  trash: USER_TRASH_DAYS,
  second_factors: null,
  known_networks: KNOWN_NETWORK_DAYS,
  known_devices: KNOWN_DEVICE_DAYS,
  preferences: null,
  sessions: Math.ceil(config.ACCESS_TOKEN_EXPIRE_MINUTES / 1_440),
  devices: null,
  ratings: null,
  notifications: null,
  reading: null,
  activity: ACTIVE_DAYS_KEPT,
  items: null,
  notes: null,
  approvals: null,
  alerts: ALERT_DAYS,
  api_keys: null,
  copies: DATA_EXPORT_DAYS,
  failed_mails: FAILED_DAYS,
  audit_origin: AUDIT_ORIGIN_DAYS,
});

/** As the trigger `keep_audit_logs` has it. */
const AUDIT_ORIGIN_DAYS = 90;

const dataExportsRoutes = (deps: RouteDeps) => {
  const { db, now, storage, config } = deps;
  return router(contract.dataExports, {
    readKeptData: async () => {
      const chosen = Object.fromEntries((await readRetention(deps)).map(({ code, days }) => [code, days]));
      const kept: Record<string, number | null> = { ...keptFor(config), ...chosen };
      const data = KEPT_DATA.map((code) => ({ code, days: kept[code] ?? null }));
      return { status: 200, body: { data, count: data.length } };
    },
    readRetention: async () => {
      const data = await readRetention(deps);
      return { status: 200, body: { data, count: data.length } };
    },
    previewRetention: async ({ params: { code }, query: { days } }) => ({
      status: 200,
      body: await previewRetention(deps, code, days),
    }),
    updateRetention: async ({ params: { code }, body: { days }, request }) => ({
      status: 200,
      body: await changeRetention(deps, code, days, callerOf(request)),
    }),
    requestMyDataExport: async ({ request }) => {
      const { id } = callerOf(request);
      await consume(db, [{ key: `data-export:${id}`, limit: 1, seconds: DATA_EXPORT_PAUSE_HOURS * 3_600 }]);
      await db.transaction((tx) => requestExport(tx, id, now()));
      return done(ORDERED);
    },
    requestDataExport: async ({ params: { user_id }, request }) => {
      const caller = callerOf(request);
      await requireReadableUser(db, caller, user_id);
      await requireAuthorityOver(db, caller, user_id, 'members.export');
      requireRecentPasswordUnlessKey(caller, now());
      await db.transaction((tx) => requestExport(tx, user_id, now()));
      return done(ORDERED);
    },
    downloadDataExport: async ({ body: { token }, reply }) => {
      const stream = await readExport({ db, now, storage }, token);
      void reply.headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="data.zip"',
      });
      return { status: 200, body: stream };
    },
  });
};

export const dataExportsFeature = defineFeature({
  routes: { dataExports: dataExportsRoutes },
  jobs: (deps) => ({
    'data_exports.make': ({ id }: { id: string }, { jobId }) => makeExport(deps, id, jobId),
  }),
  housekeeping: [endOldExports, applyRetention],
  findStrayFiles: deleteStrayExports,
});
