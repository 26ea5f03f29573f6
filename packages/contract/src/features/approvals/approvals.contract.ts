import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { displayText, id, whole } from '../../shared/fields.ts';
import { Page, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { byId } from '../../shared/usual-routes.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { sendingErrors } from '../broadcasts/broadcasts.contract.ts';
import { broadcastsErrors } from '../broadcasts/broadcasts.rules.ts';
import { BroadcastPlan, BroadcastPublic, expectedDevices } from '../broadcasts/broadcasts.schema.ts';
import { PUBLISHING } from '../news/news.contract.ts';
import { newsErrors } from '../news/news.rules.ts';
import { NewsPlan, NewsPublic } from '../news/news.schema.ts';
import { approvalsAudit } from './approvals.audit.ts';
import { APPROVAL_TEXT_MAX, approvalsErrors } from './approvals.rules.ts';
import { Approval } from './approvals.schema.ts';

const route = routeWith({ ...approvalsErrors, ...broadcastsErrors, ...newsErrors, ...accountsErrors });

const Kind = z.enum(['broadcast', 'news']);

/** A request that waits, and what it is about. */
export const WaitingApproval = Approval.extend({
  subject: z.object({
    kind: Kind,
    id: id(),
    titles: z.object({ fr: z.string().nullable(), en: z.string().nullable() }),
  }),
}).meta({ id: 'WaitingApproval' });
export type WaitingApproval = z.infer<typeof WaitingApproval>;

/** Version that the caller reviewed: the call is rejected if the push or article changed since. */
const version = () => whole({ min: 1, max: SKIP_MAX });
const note = () => displayText({ max: APPROVAL_TEXT_MAX }).default('');

export const BroadcastApprovalRequest = z
  .object({
    note: note(),
    plan: BroadcastPlan.nullable()
      .default(null)
      .meta({ description: 'When it goes out; null: once it is approved.' }),
    expected_devices: expectedDevices(),
    version: version(),
  })
  .meta({ id: 'BroadcastApprovalRequest' });
export type BroadcastApprovalRequest = z.infer<typeof BroadcastApprovalRequest>;

export const BroadcastApprove = z
  .object({
    plan: BroadcastPlan.nullable().optional().meta({
      description: 'Absent: as asked for, unless that time has passed. Null: now.',
    }),
    expected_devices: expectedDevices(),
    version: version(),
  })
  .meta({ id: 'BroadcastApprove' });
export type BroadcastApprove = z.infer<typeof BroadcastApprove>;

export const NewsApprovalRequest = z
  .object({ note: note(), plan: NewsPlan, version: version() })
  .meta({ id: 'NewsApprovalRequest' });
export type NewsApprovalRequest = z.infer<typeof NewsApprovalRequest>;

export const NewsApprove = z
  .object({
    plan: NewsPlan.optional().meta({ description: 'Absent: as asked for, unless that time has passed.' }),
    version: version(),
  })
  .meta({ id: 'NewsApprove' });
export type NewsApprove = z.infer<typeof NewsApprove>;

export const SendBack = z
  .object({ comment: displayText({ min: 1, max: APPROVAL_TEXT_MAX }), version: version() })
  .meta({ id: 'SendBack' });
export type SendBack = z.infer<typeof SendBack>;

const deciding = ['version_conflict', 'approval_closed', 'approval_own', 'approval_overdue'] as const;

export const approvals = c.router({
  readApprovals: route({
    method: 'GET',
    path: '/approvals/',
    access: { can: ['broadcasts.approve', 'news.approve'] },
    audience: 'team',
    operationId: 'approvals-read_approvals',
    summary: 'List the requests that wait for approval and that the caller may decide, oldest first',
    query: Page.extend({
      kind: Kind.optional().meta({ description: 'Only those about pushes, or articles.' }),
    }),
    responses: { 200: pageOf(WaitingApproval).meta({ id: 'WaitingApprovals' }) },
  }),
  askForBroadcast: route({
    method: 'POST',
    path: '/broadcasts/:id/approval',
    access: { can: ['broadcasts.write', 'broadcasts.send'] },
    audience: 'team',
    operationId: 'approvals-ask_for_broadcast',
    summary: 'Ask for approval to send a broadcast, now or at a time',
    pathParams: byId,
    body: BroadcastApprovalRequest,
    responses: { 200: BroadcastPublic },
    errors: [
      'broadcast_not_found',
      'invalid_state',
      'version_conflict',
      'broadcast_incomplete',
      'push_target_gone',
      'audience_empty',
      'audience_changed',
      'already_pushed',
      'approval_asked',
    ],
  }),
  withdrawForBroadcast: route({
    method: 'DELETE',
    path: '/broadcasts/:id/approval',
    access: { can: ['broadcasts.write', 'broadcasts.send'] },
    audience: 'team',
    operationId: 'approvals-withdraw_for_broadcast',
    summary: 'Withdraw one’s request for approval of a broadcast',
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: BroadcastPublic },
    errors: ['broadcast_not_found', 'approval_closed', 'approval_of_other'],
  }),
  approveBroadcast: route({
    method: 'POST',
    path: '/broadcasts/:id/approval/approve',
    access: { can: 'broadcasts.approve' },
    audience: 'team',
    operationId: 'approvals-approve_broadcast',
    summary: 'Approve a broadcast, which sends or schedules it',
    pathParams: byId,
    body: BroadcastApprove,
    responses: { 200: BroadcastPublic },
    errors: [...sendingErrors, ...deciding],
  }),
  sendBroadcastBack: route({
    method: 'POST',
    path: '/broadcasts/:id/approval/send-back',
    access: { can: 'broadcasts.approve' },
    audience: 'team',
    operationId: 'approvals-send_broadcast_back',
    summary: 'Send a broadcast back with a comment',
    pathParams: byId,
    body: SendBack,
    responses: { 200: BroadcastPublic },
    errors: ['broadcast_not_found', 'version_conflict', 'approval_closed', 'approval_own'],
  }),
  askForNews: route({
    method: 'POST',
    path: '/news/:id/approval',
    access: { can: ['news.write', 'news.publish'] },
    audience: 'team',
    operationId: 'approvals-ask_for_news',
    summary: 'Ask for approval to publish the saved content of an article, now or at a time',
    pathParams: byId,
    body: NewsApprovalRequest,
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'invalid_state', 'version_conflict', 'not_publishable', 'approval_asked'],
  }),
  withdrawForNews: route({
    method: 'DELETE',
    path: '/news/:id/approval',
    access: { can: ['news.write', 'news.publish'] },
    audience: 'team',
    operationId: 'approvals-withdraw_for_news',
    summary: 'Withdraw one’s request for approval of an article',
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'approval_closed', 'approval_of_other'],
  }),
  approveNews: route({
    method: 'POST',
    path: '/news/:id/approval/approve',
    access: { can: 'news.approve' },
    audience: 'team',
    operationId: 'approvals-approve_news',
    summary: 'Approve an article, which publishes it or schedules its publication',
    pathParams: byId,
    body: NewsApprove,
    responses: { 200: NewsPublic },
    errors: [...PUBLISHING, ...deciding],
  }),
  sendNewsBack: route({
    method: 'POST',
    path: '/news/:id/approval/send-back',
    access: { can: 'news.approve' },
    audience: 'team',
    operationId: 'approvals-send_news_back',
    summary: 'Send an article back with a comment',
    pathParams: byId,
    body: SendBack,
    responses: { 200: NewsPublic },
    errors: ['news_not_found', 'version_conflict', 'approval_closed', 'approval_own'],
  }),
});

export const approvalsFeature = {
  routes: { approvals },
  errors: approvalsErrors,
  audited: approvalsAudit,
  readBy: { approval: { can: ['broadcasts.read', 'news.read'] } },
} satisfies Feature;
