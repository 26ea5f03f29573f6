import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { countAll, countSignups } from './dashboard.queries.ts';
import { listTasks } from './dashboard.tasks.queries.ts';

export const dashboardRoutes = ({ db, now, config }: RouteDeps) =>
  router(contract.dashboard, {
    readDashboard: async ({ query: { days } }) => {
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const [figures, signups] = await Promise.all([countAll(db, clock), countSignups(db, clock, days)]);
      const { today, members, admins, messages_awaiting, missing_days, reserve, ...new_members } = figures;
      const time_zone = config.TIME_ZONE;
      const [first_missing = null] = missing_days;
      const daily_messages = { missing: missing_days.length, first_missing, reserve };
      return {
        status: 200,
        body: { time_zone, today, members, admins, messages_awaiting, new_members, daily_messages, signups },
      };
    },
    readTasks: async () => {
      const data = await listTasks(db, { now: now(), timeZone: config.TIME_ZONE });
      return { status: 200, body: { data, count: data.length } };
    },
  });
