import { contract } from '@agora/contract';
import { can } from '@agora/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { page } from '../../platform/http/answers.ts';
import { createChanges } from '../../platform/http/changes.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { type Work as BroadcastWork, readBroadcast } from '../broadcasts/compose/broadcasts.service.ts';
import { type Work as NewsWork, readNews } from '../news/editing/news.service.ts';
import { countWaiting, holdOverdue, listWaiting, type WaitingRow } from './approvals.queries.ts';
import {
  approveBroadcast,
  approveNews,
  askForBroadcast,
  askForNews,
  sendBroadcastBack,
  sendNewsBack,
  withdrawForBroadcast,
  withdrawForNews,
} from './approvals.service.ts';

const toWaiting = ({ approval, broadcast_id, news_id, titles }: WaitingRow) => ({
  ...approval,
  subject: {
    kind: broadcast_id === null ? ('news' as const) : ('broadcast' as const),
    id: broadcast_id ?? news_id ?? '',
    titles,
  },
});

const approvalsRoutes = (deps: RouteDeps) => {
  const { db } = deps;
  const broadcasts = createChanges(
    db,
    (request: FastifyRequest): BroadcastWork => {
      const { id: by, password_at } = callerOf(request);
      return { ...deps, by, password_at };
    },
    (work, id) => readBroadcast(work.db, id),
  );
  const news = createChanges(
    db,
    (request: FastifyRequest): NewsWork => {
      const rights = callerOf(request);
      return { ...deps, by: rights.id, rights };
    },
    readNews,
  );

  return router(contract.approvals, {
    readApprovals: ({ query, request }) => {
      const caller = callerOf(request);
      const { kind, ...wanted } = query;
      const decidable = {
        reader: caller.id,
        broadcasts: kind !== 'news' && can(caller, 'broadcasts.approve'),
        news: kind !== 'broadcast' && can(caller, 'news.approve'),
      };
      return page(listWaiting(db, wanted, decidable), countWaiting(db, decidable), toWaiting);
    },
    askForBroadcast: ({ params, body, request }) =>
      broadcasts.changeOne(request, params.id, (work, id) => askForBroadcast(work, id, body)),
    withdrawForBroadcast: ({ params, request }) =>
      broadcasts.changeOne(request, params.id, withdrawForBroadcast),
    approveBroadcast: ({ params, body, request }) =>
      broadcasts.changeOne(request, params.id, (work, id) => approveBroadcast(work, id, body)),
    sendBroadcastBack: ({ params, body, request }) =>
      broadcasts.changeOne(request, params.id, (work, id) => sendBroadcastBack(work, id, body)),
    askForNews: ({ params, body, request }) =>
      news.changeOne(request, params.id, (work, id) => askForNews(work, id, body)),
    withdrawForNews: ({ params, request }) => news.changeOne(request, params.id, withdrawForNews),
    approveNews: ({ params, body, request }) =>
      news.changeOne(request, params.id, (work, id) => approveNews(work, id, body)),
    sendNewsBack: ({ params, body, request }) =>
      news.changeOne(request, params.id, (work, id) => sendNewsBack(work, id, body)),
  });
};

export const approvalsFeature = defineFeature({
  routes: { approvals: approvalsRoutes },
  jobs: ({ db, now }) => ({ hold_overdue_approvals: async () => void (await holdOverdue(db, now())) }),
  schedule: ['* * * * * hold_overdue_approvals'],
});
