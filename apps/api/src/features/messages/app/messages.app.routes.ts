import { contract } from '@agora/contract';
import type { MessageEntriesPage } from '@agora/contract/features/messages/messages.schema';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { longPage } from '../../../platform/http/long-page.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { countOwnThreads, hasOwnThread, markReadByMember } from './messages.app.queries.ts';
import {
  answerThread,
  listConversations,
  readOwnThread,
  sendMessage,
  type Work,
} from './messages.app.service.ts';

export const appMessagesRoutes = (deps: RouteDeps) => {
  const { db } = deps;
  const answer = async ({ db, user }: Pick<Work, 'db' | 'user'>, id: string, page?: MessageEntriesPage) => ({
    status: 200 as const,
    body: await readOwnThread(db, user.id, id, page),
  });
  /** Writes a message and returns its conversation. */
  const write = (request: FastifyRequest, work: (work: Work) => Promise<string>) =>
    db.transaction(async (tx) => {
      const each = { ...deps, db: tx, user: callerOf(request) };
      return answer(each, await work(each));
    });

  return router(contract.appMessages, {
    readAppMessages: async ({ query, request }) => {
      const { id } = callerOf(request);
      const { rows, count } = await longPage(query, {
        rows: listConversations(db, id, query),
        count: countOwnThreads(db, id),
        has: (after) => hasOwnThread(db, id, after),
      });
      return { status: 200, body: { data: rows, ...count } };
    },
    sendAppMessage: ({ body, request }) => write(request, (work) => sendMessage(work, body)),
    readAppMessage: ({ params, query, request }) => answer({ db, user: callerOf(request) }, params.id, query),
    replyToAppMessage: ({ params, body, request }) =>
      write(request, (work) => answerThread(work, params.id, body)),
    markAppMessageRead: async ({ params, query, request }) => {
      const exists = await markReadByMember(db, callerOf(request).id, params.id, query.until);
      if (!exists) throw new AppError('message_not_found');
      return { status: 200, body: { message: 'Marked as read' } };
    },
  });
};
