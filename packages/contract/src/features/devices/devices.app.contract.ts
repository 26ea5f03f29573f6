import { z } from 'zod';
import { APP_VERSION } from '../../shared/app-version.ts';
import { c, routeWith } from '../../shared/define.ts';
import { bool, secret, text, uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Message } from '../../shared/message.ts';
import { TIME_ZONE_HEADER, timeZoneOfPhone } from '../../shared/phone-time-zone.ts';
import { devicesErrors, PLATFORMS, PUSH_CATEGORIES } from './devices.rules.ts';

const route = routeWith(devicesErrors);

/** Maximum number of devices per member; one more removes the least recently seen. */
export const DEVICES_MAX = 20;

export const DevicePlatform = z.enum(PLATFORMS).meta({ id: 'DevicePlatform' });
export type DevicePlatform = z.infer<typeof DevicePlatform>;

/** Delivery service of a device: Firebase Cloud Messaging, Expo, or its browser's push service. */
export const PushProvider = z.enum(['fcm', 'expo', 'webpush']).meta({ id: 'DevicePushProvider' });
export type PushProvider = z.infer<typeof PushProvider>;

/** Permission set by the phone's owner; `unknown`: not asked yet. */
export const PushPermission = z.enum(['granted', 'denied', 'unknown']).meta({ id: 'PushPermission' });
export type PushPermission = z.infer<typeof PushPermission>;

/** Numbers separated by dots, e.g. `2.14.0`. */
export const appVersion = () => text({ pattern: APP_VERSION });

/** Full state of an app installation; omitted fields are cleared. */
export const DevicePut = z
  .object({
    platform: DevicePlatform,
    provider: PushProvider,
    token: secret(text({ min: 1, max: 4096, pattern: /^[!-~]+$/ })).meta({
      description:
        "The registration token of FCM, the `ExponentPushToken[…]` of Expo, or the browser's `PushSubscription` as JSON without blanks.",
    }),
    locale: Locale.nullable().default(null).meta({ description: "Null: that of the member's account." }),
    time_zone: timeZoneOfPhone().nullable().default(null).meta({
      description:
        'Null or not in the IANA database: that of the organisation. The header `X-Time-Zone` names the one used.',
    }),
    app_version: appVersion().nullable().default(null),
    os_version: text({ max: 64 }).nullable().default(null),
    model: text({ max: 128 }).nullable().default(null),
    push_permission: PushPermission.default('unknown'),
  })
  .meta({ id: 'DevicePut' });
export type DevicePut = z.infer<typeof DevicePut>;

export const PushCategory = z.enum(PUSH_CATEGORIES).meta({ id: 'PushCategory' });
export type PushCategory = z.infer<typeof PushCategory>;

/** Push categories that a member wants. */
export const NotificationPreferences = z
  .object({ announcement: z.boolean(), news: z.boolean(), daily: z.boolean() })
  .meta({ id: 'NotificationPreferences' });
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** Omitted fields keep their value. */
export const NotificationPreferencesUpdate = z
  .object({ announcement: bool(), news: bool(), daily: bool() })
  .partial()
  .meta({ id: 'NotificationPreferencesUpdate' });
export type NotificationPreferencesUpdate = z.infer<typeof NotificationPreferencesUpdate>;

const installationPath = z.object({ installation_id: uuid() });

export const appDevices = c.router({
  putDevice: route({
    method: 'PUT',
    path: '/app/devices/:installation_id',
    access: 'user',
    audience: 'app',
    operationId: 'app-put_device',
    headers: TIME_ZONE_HEADER,
    summary:
      'Register the device for pushes, at each start of the app; a previous owner of the phone or the token loses it',
    pathParams: installationPath,
    body: DevicePut,
    responses: { 200: Message },
    errors: ['push_provider_unavailable'],
  }),
  deleteDevice: route({
    method: 'DELETE',
    path: '/app/devices/:installation_id',
    access: 'user',
    audience: 'app',
    operationId: 'app-delete_device',
    summary:
      'Stop pushes to this device, before logging out; does nothing if another user has registered it since',
    pathParams: installationPath,
    body: c.noBody(),
    responses: { 200: Message },
  }),
  readNotificationPreferences: route({
    method: 'GET',
    path: '/app/notification-preferences',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_notification_preferences',
    summary: "Read the caller's notification preferences",
    responses: { 200: NotificationPreferences },
  }),
  updateNotificationPreferences: route({
    method: 'PATCH',
    path: '/app/notification-preferences',
    access: 'user',
    audience: 'app',
    operationId: 'app-update_notification_preferences',
    summary: "Update the caller's notification preferences",
    body: NotificationPreferencesUpdate,
    responses: { 200: NotificationPreferences },
  }),
});
