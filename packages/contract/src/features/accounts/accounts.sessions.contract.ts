import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { id, instant, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';

const route = routeWith(accountsErrors);

export const SessionPublic = z
  .object({
    id: id(),
    created_at: instant(),
    last_used_at: instant().meta({ description: 'To the nearest five minutes.' }),
    expires_at: instant(),
    ip: z.string(),
    user_agent: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'SessionPublic' });
export type SessionPublic = z.infer<typeof SessionPublic>;

export const SessionsPublic = z
  .object({ data: z.array(SessionPublic), count: z.number().int().min(0) })
  .meta({ id: 'SessionsPublic' });

export const sessions = c.router({
  readSessions: route({
    method: 'GET',
    path: '/sessions/',
    access: 'user',
    audience: 'team',
    operationId: 'sessions-read_sessions',
    ownAccount: true,
    summary: "List the caller's sessions, newest first, at most 100",
    responses: { 200: SessionsPublic },
  }),
  deleteSessions: route({
    method: 'DELETE',
    path: '/sessions/',
    access: 'user',
    audience: 'team',
    operationId: 'sessions-delete_sessions',
    ownAccount: true,
    summary: 'Log out everywhere, including here',
    body: c.noBody(),
    responses: { 200: Message },
  }),
  deleteCurrentSession: route({
    method: 'DELETE',
    path: '/sessions/current',
    access: 'user',
    audience: 'team',
    operationId: 'sessions-delete_current_session',
    ownAccount: true,
    summary: 'Log out',
    body: c.noBody(),
    responses: { 200: Message },
  }),
  deleteSession: route({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'user',
    audience: 'team',
    operationId: 'sessions-delete_session',
    ownAccount: true,
    summary: "End one of the caller's sessions",
    pathParams: z.object({ id: uuid() }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['session_not_found'],
  }),
});
