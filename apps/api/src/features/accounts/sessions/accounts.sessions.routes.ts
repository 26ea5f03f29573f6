import { contract } from '@agora/contract';
import type { SessionPublic } from '@agora/contract/features/accounts/accounts.sessions.contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { router } from '../../../platform/http/router.ts';
import { endSession, endSessions } from './accounts.sessions.queries.ts';
import { callerOf, liveSessionsOf } from './accounts.sessions.service.ts';
import type { sessions } from './accounts.sessions.table.ts';

const toSession = (row: typeof sessions.$inferSelect, sid: string): SessionPublic => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ip: row.ip,
  user_agent: row.user_agent,
  is_current: row.id === sid,
});

export const sessionsRoutes = (deps: RouteDeps) => {
  const { db } = deps;

  return router(contract.sessions, {
    readSessions: async ({ request }) => {
      const { id, sid } = callerOf(request);
      const rows = await liveSessionsOf(deps, id);
      return { status: 200, body: { data: rows.map((row) => toSession(row, sid)), count: rows.length } };
    },
    deleteSessions: async ({ request }) => {
      await endSessions(db, callerOf(request).id);
      return { status: 200, body: { message: 'Logged out everywhere' } };
    },
    deleteCurrentSession: async ({ request }) => {
      const { id, sid } = callerOf(request);
      await endSession(db, id, sid);
      return { status: 200, body: { message: 'Logged out' } };
    },
    deleteSession: async ({ params, request }) => {
      const existed = await endSession(db, callerOf(request).id, params.id);
      if (!existed) throw new AppError('session_not_found');
      return { status: 200, body: { message: 'Session ended' } };
    },
  });
};
