import { contract } from '@agora/contract';
import { DATA_EXPORT_PAUSE_HOURS } from '@agora/contract/features/data-exports/data-exports.rules';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { done } from '../../platform/http/answers.ts';
import { consume } from '../../platform/http/limiter.ts';
import { router } from '../../platform/http/router.ts';
import { requireAuthorityOver, requireReadableUser } from '../accounts/security/accounts.guard.service.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import {
  deleteStrayExports,
  endOldExports,
  makeExport,
  readExport,
  requestExport,
} from './data-exports.service.ts';

const ORDERED = 'The link is on its way';

const dataExportsRoutes = ({ db, now, storage }: RouteDeps) =>
  router(contract.dataExports, {
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

export const dataExportsFeature = defineFeature({
  routes: { dataExports: dataExportsRoutes },
  jobs: (deps) => ({
    'data_exports.make': ({ id }: { id: string }, { jobId }) => makeExport(deps, id, jobId),
  }),
  housekeeping: endOldExports,
  findStrayFiles: deleteStrayExports,
});
