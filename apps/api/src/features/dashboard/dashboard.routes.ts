import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { countAccounts, countNewMembers, countSignups } from './dashboard.queries.ts';

export const dashboardRoutes = ({ db, now, config }: RouteDeps) =>
  router(contract.dashboard, {
    readDashboard: async ({ query: { days } }) => {
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const [accounts, { today, ...new_members }, signups] = await Promise.all([
        countAccounts(db),
        countNewMembers(db, clock),
        countSignups(db, clock, days),
      ]);
      return { status: 200, body: { time_zone: config.TIME_ZONE, today, ...accounts, new_members, signups } };
    },
  });
