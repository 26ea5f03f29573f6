import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { id, instant, uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { DevicePlatform, PushPermission, PushProvider } from './devices.app.contract.ts';
import { devicesErrors } from './devices.rules.ts';

const route = routeWith(devicesErrors);

/**
 * Reachability of a device: `reachable`; `denied` by its owner; `stale`: not seen for 60 days; `disabled`:
 * dead token; `muted`: its member is deactivated or in the trash.
 */
export const DeviceState = z
  .enum(['reachable', 'denied', 'stale', 'disabled', 'muted'])
  .meta({ id: 'DeviceState' });
export type DeviceState = z.infer<typeof DeviceState>;

export const DevicePublic = z
  .object({
    id: id(),
    user: Person,
    platform: DevicePlatform,
    provider: PushProvider,
    state: DeviceState,
    locale: Locale,
    time_zone: z.string().nullable(),
    app_version: z.string().nullable(),
    os_version: z.string().nullable(),
    model: z.string().nullable(),
    push_permission: PushPermission,
    created_at: instant(),
    last_seen_at: instant(),
    disabled_at: instant().nullable(),
    disabled_reason: z.string().nullable().meta({ description: "The provider's error about its token." }),
  })
  .meta({ id: 'DevicePublic' });
export type DevicePublic = z.infer<typeof DevicePublic>;

export const DevicesPublic = pageOf(DevicePublic).meta({ id: 'DevicesPublic' });

export const DeviceFilter = z.object({
  user_id: uuid().optional(),
  platform: DevicePlatform.optional(),
  state: DeviceState.optional(),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

/** Result of a test push. */
export const PushTest = z
  .object({
    data: z.array(
      z.object({
        device_id: id(),
        locale: Locale,
        is_accepted: z
          .boolean()
          .meta({ description: 'Whether the provider accepted it, which does not confirm that it arrived.' }),
        error_code: z.string().nullable(),
      }),
    ),
    count: z.number().int().min(0),
  })
  .meta({ id: 'PushTest' });
export type PushTest = z.infer<typeof PushTest>;

const devicePath = z.object({ id: uuid() });

export const devices = c.router({
  readDevices: route({
    method: 'GET',
    path: '/devices/',
    access: { can: 'members.read' },
    audience: 'team',
    operationId: 'devices-read_devices',
    summary: 'List the devices of members, last seen first',
    query: Page.extend(DeviceFilter.shape),
    responses: { 200: DevicesPublic },
  }),
  deleteDevice: route({
    method: 'DELETE',
    path: '/devices/:id',
    access: { can: ['members.write', 'members.deactivate'] },
    audience: 'team',
    operationId: 'devices-delete_device',
    summary: 'Remove a device until its app starts again',
    pathParams: devicePath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['device_not_found'],
  }),
  testDevice: route({
    method: 'POST',
    path: '/devices/:id/test',
    access: { can: ['members.write', 'members.deactivate'] },
    audience: 'team',
    operationId: 'devices-test_device',
    summary: "Send a test push to one device, and return the provider's answer",
    pathParams: devicePath,
    body: c.noBody(),
    responses: { 200: PushTest },
    errors: ['device_not_found'],
  }),
});
