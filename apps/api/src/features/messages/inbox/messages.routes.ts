import { contract } from '@agora/contract';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../../platform/deps.ts';
import { createChanges } from '../../../platform/http/changes.ts';
import { longPage } from '../../../platform/http/long-page.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { setMessagesBlocked } from '../../accounts/users/accounts.lifecycle.service.ts';
import { toUser } from '../../accounts/users/accounts.users.service.ts';
import { markThreadAlertsRead } from '../../alerts/alerts.service.ts';
import { markRead, markUnread } from '../messages.queries.ts';
import {
  cancelReply,
  postponeReply,
  replyToThread,
  sendPending,
} from '../replies/messages.replies.service.ts';
import { readTemplatesFor } from '../reply-templates/messages.reply-templates.service.ts';
import { bulkThreads, replyToThreads } from './messages.bulk.service.ts';
import { countThreads, countThreadsByTab, listThreads, threadKeyset } from './messages.list.queries.ts';
import {
  addNote,
  changeThread,
  lockThread,
  moveThread,
  readMailOf,
  readThread,
  snoozeThread,
  startThread,
  toListed,
} from './messages.service.ts';

export const messagesRoutes = (deps: RouteDeps) => {
  const { db, config, now } = deps;
  const workOf = (request: FastifyRequest) => ({ ...deps, by: callerOf(request).id });
  const { inTransaction, change, changeOne } = createChanges(db, workOf, (work, id) => readThread(work, id));
  const viewerOf = (request: FastifyRequest) => ({
    by: callerOf(request).id,
    timeZone: config.TIME_ZONE,
    now: now(),
  });
  const setBlocked = async (request: FastifyRequest, id: string, isBlocked: boolean) => {
    const user = await inTransaction(request, (work) => setMessagesBlocked(work, id, isBlocked));
    return { status: 200 as const, body: toUser(user, now()) };
  };

  return router(contract.messages, {
    readMessages: async ({ query: { skip, limit, after, count_up_to, sort, ...filter }, request }) => {
      const viewer = viewerOf(request);
      const page = { skip, limit, after };
      const { rows, count } = await longPage(page, {
        rows: listThreads(db, page, filter, { sort, viewer }),
        count: countThreads(db, filter, viewer, count_up_to),
        has: (id) => threadKeyset.has(db, id),
      });
      return { status: 200, body: { data: rows.map((row) => toListed(row, viewer.now)), count } };
    },
    startMessage: ({ body, request }) => change(request, (work) => startThread(work, body)),
    countMessages: async ({ request }) => ({
      status: 200,
      body: await countThreadsByTab(db, viewerOf(request)),
    }),
    bulkMessages: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => bulkThreads(work, body, viewerOf(request))),
    }),
    replyToMessages: async ({ body, request }) => ({
      status: 200,
      body: await inTransaction(request, (work) => replyToThreads(work, body)),
    }),
    readMessage: async ({ params, query }) => ({
      status: 200,
      body: await readThread(deps, params.id, query),
    }),
    readMessageMail: async ({ params }) => ({
      status: 200,
      body: { text: await readMailOf(db, params.id) },
    }),
    updateMessage: ({ params: { id }, body, request }) =>
      changeOne(request, id, (work) => changeThread(work, id, body)),
    replyToMessage: ({ params: { id }, body, request }) =>
      changeOne(request, id, (work) => replyToThread(work, id, body)),
    updatePendingReply: ({ params: { id }, body, request }) =>
      change(request, (work) => postponeReply(work, id, body)),
    sendPendingReply: ({ params: { id }, body, request }) =>
      change(request, (work) => sendPending(work, id, body)),
    cancelPendingReply: async ({ params: { id }, request }) => {
      const rating_id = await inTransaction(request, (work) => cancelReply(work, id));
      return { status: 200, body: { rating_id } };
    },
    addMessageNote: ({ params: { id }, body, request }) =>
      changeOne(request, id, (work) => addNote(work, id, body)),
    markMessageRead: async ({ params: { id }, request }) => {
      await inTransaction(request, async (work) => {
        const { entry_count } = await lockThread(work.db, id);
        await markRead(work.db, id, work.by, entry_count);
        await markThreadAlertsRead(work.db, work.by, id);
      });
      return { status: 200, body: { message: 'Marked as read' } };
    },
    markMessageUnread: async ({ params: { id }, request }) => {
      await inTransaction(request, async (work) => {
        await lockThread(work.db, id);
        await markUnread(work.db, id, work.by);
      });
      return { status: 200, body: { message: 'Marked as unread' } };
    },
    snoozeMessage: ({ params: { id }, body, request }) =>
      changeOne(request, id, (work) => snoozeThread(work, id, body)),
    wakeMessage: ({ params: { id }, request }) =>
      changeOne(request, id, (work) => moveThread(work, id, 'wake')),
    markMessageSpam: ({ params: { id }, request }) =>
      changeOne(request, id, (work) => moveThread(work, id, 'spam')),
    markMessageNotSpam: ({ params: { id }, request }) =>
      changeOne(request, id, (work) => moveThread(work, id, 'not_spam')),
    blockMessages: ({ params, request }) => setBlocked(request, params.user_id, true),
    readResolvedTemplates: async ({ params }) => {
      const data = await readTemplatesFor(db, params.user_id, config.DEFAULT_LOCALE);
      return { status: 200, body: { data, count: data.length } };
    },
    unblockMessages: ({ params, request }) => setBlocked(request, params.user_id, false),
  });
};
