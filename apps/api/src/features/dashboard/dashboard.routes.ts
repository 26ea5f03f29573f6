import { contract } from '@agora/contract';
import { can, type Permission } from '@agora/contract/shared/permissions';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { readHealth, readSteps } from './dashboard.health.service.ts';
import { countAll } from './dashboard.queries.ts';
import { listTasks } from './dashboard.tasks.queries.ts';

export const dashboardRoutes = (deps: RouteDeps) => {
  const { db, now, config } = deps;
  return router(contract.dashboard, {
    readDashboard: async ({ request }) => {
      const caller = callerOf(request);
      const shown = <Figure>(figure: Figure, ...permissions: Permission[]) =>
        permissions.some((permission) => can(caller, permission)) ? figure : null;
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
        body: {
          time_zone,
          today,
          members: shown(members, 'members.read', 'statistics.read'),
          admins: shown(admins, 'team.read'),
          messages_awaiting: shown(messages_awaiting, 'messages.read'),
          new_members: shown(new_members, 'members.read', 'statistics.read'),
          daily_messages: shown(daily_messages, 'daily_messages.read'),
        },
      };
    },
    readTasks: async ({ request }) => {
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const data = await listTasks(db, clock, callerOf(request));
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
