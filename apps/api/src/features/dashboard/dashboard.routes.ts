import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { readHealth, readSteps } from './dashboard.health.service.ts';
import { countAll } from './dashboard.queries.ts';
import { listTasks } from './dashboard.tasks.queries.ts';

export const dashboardRoutes = (deps: RouteDeps) => {
  const { db, now, config } = deps;
  return router(contract.dashboard, {
    readDashboard: async () => {
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const figures = await countAll(db, clock);
      const { today, members, admins, messages_awaiting, missing_days, reserve, ...new_members } = figures;
      const time_zone = config.TIME_ZONE;
      const daily_messages = {
        missing: missing_days.length,
        first_missing: missing_days[0] ?? null,
        last_missing: missing_days.at(-1) ?? null,
        reserve,
      };
      return {
        status: 200,
        body: { time_zone, today, members, admins, messages_awaiting, new_members, daily_messages },
      };
    },
    readTasks: async () => {
      const data = await listTasks(db, { now: now(), timeZone: config.TIME_ZONE });
      return { status: 200, body: { data, count: data.length } };
    },
    readHealth: async () => {
      const data = await readHealth(deps);
      return { status: 200, body: { data, count: data.length } };
    },
    readSteps: async () => {
      const data = await readSteps(deps);
      return { status: 200, body: { data, count: data.length } };
    },
  });
};
