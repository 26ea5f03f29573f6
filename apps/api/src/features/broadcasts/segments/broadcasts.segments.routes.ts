import { contract } from '@agora/contract';
import type { SegmentPublic } from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import { can } from '@agora/contract/shared/permissions';
import type { FastifyRequest } from 'fastify';
import { requireRow } from '../../../platform/db/rows.ts';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done, page } from '../../../platform/http/answers.ts';
import { createChanges } from '../../../platform/http/changes.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import {
  countSegments,
  findSegment,
  listSegments,
  type SegmentWithUses,
} from './broadcasts.segments.queries.ts';
import { changeSegment, createSegment, removeSegment } from './broadcasts.segments.service.ts';

const toSegment = (row: SegmentWithUses): SegmentPublic => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
});

export const segmentsRoutes = ({ db, now }: RouteDeps) => {
  const workOf = (request: FastifyRequest) => {
    const caller = callerOf(request);
    return { db, now, by: caller.id, locale: caller.locale, maySend: can(caller, 'broadcasts.send') };
  };
  const { change, changeOne } = createChanges(db, workOf, async (work, id) =>
    toSegment(await requireRow(findSegment(work.db, id, work.locale), 'segment_not_found')),
  );
  return router(contract.segments, {
    readSegments: ({ query, request }) =>
      page(listSegments(db, query, callerOf(request).locale), countSegments(db), toSegment),
    createSegment: ({ body, request }) => change(request, (work) => createSegment(work, body)),
    readSegment: async ({ params, request }) => ({
      status: 200,
      body: toSegment(
        await requireRow(findSegment(db, params.id, callerOf(request).locale), 'segment_not_found'),
      ),
    }),
    updateSegment: ({ params, body, request }) =>
      changeOne(request, params.id, (work, id) => changeSegment(work, id, body)),
    deleteSegment: async ({ params, request }) => {
      await removeSegment(db, params.id, callerOf(request).locale);
      return done('Segment deleted successfully');
    },
  });
};
