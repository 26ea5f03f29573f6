import { contract } from '@agora/contract';
import type {
  BroadcastDelivery,
  BroadcastStats,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { can } from '@agora/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { createChanges } from '../../../platform/http/changes.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { previewAudience } from '../audience/broadcasts.audience-preview.queries.ts';
import { countBroadcasts, listBroadcasts } from '../broadcasts.queries.ts';
import {
  compareDeliveries,
  countDeliveries,
  type DeliveryRow,
  groupDeliveries,
  listDeliveries,
  type StatsGroup,
} from '../results/broadcasts.deliveries.queries.ts';
import { requireAudience } from '../segments/broadcasts.segments.service.ts';
import {
  changeBroadcast,
  createBroadcast,
  duplicateBroadcast,
  removeBroadcast,
} from './broadcasts.drafts.service.ts';
import { actOnBroadcast, scheduleBroadcast, sendBroadcast } from './broadcasts.send.service.ts';
import { findExisting, readBroadcast, toBroadcast, type Work } from './broadcasts.service.ts';
import { testBroadcast } from './broadcasts.test-push.service.ts';

const toDelivery = (row: DeliveryRow): BroadcastDelivery => ({
  ...row,
  not_before: row.not_before.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  opened_at: row.opened_at?.toISOString() ?? null,
});

/** Sums groups with the same key, in order of appearance. */
function sums<Key extends string>(groups: readonly StatsGroup[], keyOf: (group: StatsGroup) => Key) {
  return [...Map.groupBy(groups, keyOf)].map(([key, some]) => ({
    key,
    targeted: some.reduce((sum, { targeted }) => sum + targeted, 0),
    sent: some.reduce((sum, { status, targeted }) => sum + (status === 'sent' ? targeted : 0), 0),
    opened: some.reduce((sum, { opened }) => sum + opened, 0),
  }));
}

function toStats(
  groups: readonly StatsGroup[],
): Pick<BroadcastStats, 'by_status' | 'failures' | 'by_platform' | 'by_locale'> {
  // Pending retries and cancelled deliveries are not failures, although they may have an error code.
  const failures = groups.filter(
    ({ status, error_code }) => error_code !== null && status !== 'pending' && status !== 'cancelled',
  );
  return {
    by_status: sums(groups, ({ status }) => status).map(({ key, targeted }) => ({
      status: key,
      count: targeted,
    })),
    failures: [...Map.groupBy(failures, ({ status, error_code }) => `${status} ${error_code}`).values()]
      .map((some) => ({
        status: some[0]?.status ?? 'failed',
        error_code: some[0]?.error_code ?? '',
        count: some.reduce((sum, { targeted }) => sum + targeted, 0),
      }))
      .sort((a, b) => b.count - a.count),
    by_platform: sums(groups, ({ platform }) => platform),
    by_locale: sums(groups, ({ locale }) => locale),
  };
}

export const broadcastsRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;
  const workOf = (request: FastifyRequest): Work => {
    const { id: by, password_at } = callerOf(request);
    return { ...deps, by, password_at };
  };
  const { inTransaction, change, changeOne } = createChanges(db, workOf, (work, id) =>
    readBroadcast(work.db, id),
  );
  const act =
    (action: Parameters<typeof actOnBroadcast>[2]) =>
    ({ params, request }: { params: { id: string }; request: FastifyRequest }) =>
      changeOne(request, params.id, (work, id) => actOnBroadcast(work, id, action));

  return router(contract.broadcasts, {
    readBroadcasts: async ({ query: { skip, limit, ...filter } }) => {
      const [rows, count] = await Promise.all([
        listBroadcasts(db, { skip, limit }, filter, config.TIME_ZONE),
        countBroadcasts(db, filter, config.TIME_ZONE),
      ]);
      return { status: 200, body: { data: rows.map(toBroadcast), count } };
    },
    createBroadcast: ({ body, request }) => change(request, (work) => createBroadcast(work, body)),
    previewAudience: async ({ body: { due, ...asked }, request }) => {
      const { audience } = await requireAudience(db, asked.audience);
      const reach = { ...asked, audience };
      const clock = { now: now(), timeZone: config.TIME_ZONE, quietHours: config.PUSH_QUIET_HOURS };
      const counted = await previewAudience(db, reach, due, clock);
      const maySeeMembers = can(callerOf(request), 'members.read');
      return { status: 200, body: maySeeMembers ? counted : { ...counted, sample: [] } };
    },
    readBroadcast: async ({ params }) => ({ status: 200, body: await readBroadcast(db, params.id) }),
    updateBroadcast: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => changeBroadcast(work, id, body)),
    deleteBroadcast: async ({ params, request }) => {
      await inTransaction(request, (work) => removeBroadcast(work, params.id));
      return { status: 200, body: { message: 'Broadcast deleted successfully' } };
    },
    testBroadcast: async ({ params, body, request }) => {
      const broadcast = await findExisting(db, params.id);
      const { full_name } = callerOf(request);
      const work = { ...workOf(request), push: deps.push, full_name };
      return { status: 200, body: await testBroadcast(work, broadcast, body.device_ids) };
    },
    sendBroadcast: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => sendBroadcast(work, id, body)),
    scheduleBroadcast: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => scheduleBroadcast(work, id, body)),
    unscheduleBroadcast: act('unschedule'),
    pauseBroadcast: act('pause'),
    resumeBroadcast: act('resume'),
    cancelBroadcast: act('cancel'),
    duplicateBroadcast: ({ params, request }) =>
      change(request, (work) => duplicateBroadcast(work, params.id)),
    readDeliveries: async ({ params, query: { skip, limit, ...filter } }) => {
      const [rows, count] = await Promise.all([
        listDeliveries(db, params.id, { skip, limit }, filter),
        countDeliveries(db, params.id, filter),
      ]);
      if (count === undefined) throw new AppError('broadcast_not_found');
      return { status: 200, body: { data: rows.map(toDelivery), count } };
    },
    readStats: async ({ params }) => {
      const [groups, compared] = await Promise.all([
        groupDeliveries(db, params.id),
        compareDeliveries(db, params.id),
      ]);
      if (!compared) throw new AppError('broadcast_not_found');
      const over_time = compared.over_time.map(({ hour, ...counts }) => ({
        ...counts,
        hour: new Date(hour).toISOString(),
      }));
      return { status: 200, body: { ...toStats(groups), ...compared, over_time } };
    },
  });
};
