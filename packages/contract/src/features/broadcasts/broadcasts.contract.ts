import { c, routeWith } from '../../shared/define.ts';
import { Page } from '../../shared/pagination.ts';
import type { Permission } from '../../shared/permissions.ts';
import { byId, usualRoutes } from '../../shared/usual-routes.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { approvalsErrors } from '../approvals/approvals.rules.ts';
import { PushTest } from '../devices/devices.contract.ts';
import { devicesErrors } from '../devices/devices.rules.ts';
import { broadcastsErrors } from './broadcasts.rules.ts';
import {
  AudiencePreview,
  AudiencePreviewRequest,
  BroadcastCreate,
  BroadcastDeliveries,
  BroadcastFilter,
  BroadcastPublic,
  BroadcastSchedule,
  BroadcastSend,
  BroadcastStats,
  BroadcastsPublic,
  BroadcastTest,
  BroadcastUpdate,
  DeliveryFilter,
} from './broadcasts.schema.ts';

const route = routeWith({ ...broadcastsErrors, ...accountsErrors, ...approvalsErrors, ...devicesErrors });

const errors = ['broadcast_not_found', 'invalid_state'] as const;
export const sendingErrors = [
  ...errors,
  'version_conflict',
  'broadcast_incomplete',
  'push_target_gone',
  'audience_empty',
  'audience_changed',
  'approval_required',
  'password_required',
  'too_many_requests',
  'already_pushed',
] as const;

/** A state transition without a request body. */
const action = <const Verb extends string, const Who extends Permission>(
  verb: Verb,
  permission: Who,
  summary: string,
) =>
  route({
    method: 'POST',
    path: `/broadcasts/:id/${verb}`,
    access: { can: permission },
    audience: 'team',
    operationId: `broadcasts-${verb}_broadcast`,
    summary,
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: BroadcastPublic },
    errors,
  });

const usual = usualRoutes(broadcastsErrors, {
  path: '/broadcasts/',
  names: ['broadcast', 'broadcasts'],
  readBy: { can: 'broadcasts.read' },
  writtenBy: { can: 'broadcasts.write' },
  missing: 'broadcast_not_found',
  query: Page.extend(BroadcastFilter.shape),
  page: BroadcastsPublic,
  row: BroadcastPublic,
  create: BroadcastCreate,
  update: BroadcastUpdate,
});

export const broadcasts = c.router({
  readBroadcasts: usual.list('List broadcasts, newest first'),
  createBroadcast: usual.create('Create a broadcast as a draft'),
  previewAudience: route({
    method: 'POST',
    path: '/broadcasts/audience-preview',
    access: { can: ['broadcasts.write', 'broadcasts.send', 'broadcasts.approve'] },
    audience: 'team',
    operationId: 'broadcasts-preview_audience',
    summary:
      'Count the devices and members that an audience currently reaches, and those it does not reach, by reason',
    body: AudiencePreviewRequest,
    keyed: false,
    responses: { 200: AudiencePreview },
  }),
  readBroadcast: usual.read('Read a broadcast with its progress'),
  updateBroadcast: usual.update('Update a draft', 'invalid_state', 'version_conflict'),
  deleteBroadcast: usual.delete(
    'Delete a draft, or a cancelled broadcast that reached no device',
    'invalid_state',
  ),
  testBroadcast: route({
    method: 'POST',
    path: '/broadcasts/:id/test',
    access: { can: 'broadcasts.write' },
    audience: 'team',
    operationId: 'broadcasts-test_broadcast',
    summary: 'Send a test to a few devices, in each language of the broadcast',
    pathParams: byId,
    body: BroadcastTest,
    responses: { 200: PushTest },
    errors: ['broadcast_not_found', 'broadcast_incomplete', 'no_test_device'],
  }),
  sendBroadcast: route({
    method: 'POST',
    path: '/broadcasts/:id/send',
    access: { can: 'broadcasts.send' },
    audience: 'team',
    operationId: 'broadcasts-send_broadcast',
    summary: 'Send a broadcast now',
    pathParams: byId,
    body: BroadcastSend,
    responses: { 200: BroadcastPublic },
    errors: sendingErrors,
  }),
  scheduleBroadcast: route({
    method: 'POST',
    path: '/broadcasts/:id/schedule',
    access: { can: 'broadcasts.send' },
    audience: 'team',
    operationId: 'broadcasts-schedule_broadcast',
    summary: 'Schedule a broadcast',
    pathParams: byId,
    body: BroadcastSchedule,
    responses: { 200: BroadcastPublic },
    errors: sendingErrors,
  }),
  unscheduleBroadcast: action('unschedule', 'broadcasts.send', 'Make a scheduled broadcast a draft again'),
  pauseBroadcast: action('pause', 'broadcasts.send', 'Pause a broadcast'),
  resumeBroadcast: action('resume', 'broadcasts.send', 'Resume a paused broadcast'),
  cancelBroadcast: action(
    'cancel',
    'broadcasts.send',
    'Cancel a broadcast permanently: the remaining devices never get it',
  ),
  duplicateBroadcast: action('duplicate', 'broadcasts.write', 'Copy a broadcast as a draft'),
  readDeliveries: route({
    method: 'GET',
    path: '/broadcasts/:id/deliveries',
    access: { can: 'members.read' },
    audience: 'team',
    operationId: 'broadcasts-read_deliveries',
    summary: 'List the deliveries of a broadcast, one per device',
    pathParams: byId,
    query: Page.extend(DeliveryFilter.shape),
    responses: { 200: BroadcastDeliveries },
    errors: ['broadcast_not_found'],
  }),
  readStats: route({
    method: 'GET',
    path: '/broadcasts/:id/stats',
    access: { can: 'broadcasts.read' },
    audience: 'team',
    operationId: 'broadcasts-read_stats',
    summary: 'Count the deliveries of a broadcast by reason, platform and language',
    pathParams: byId,
    responses: { 200: BroadcastStats },
    errors: ['broadcast_not_found'],
  }),
});
