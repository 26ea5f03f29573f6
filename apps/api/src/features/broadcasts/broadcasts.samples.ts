import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type MakeSample, none, type Samples } from '../../../test/requests.ts';
import { freeDay } from '../daily-messages/daily-messages.samples.ts';
import { device, register } from '../devices/devices.samples.ts';

/** A broadcast to one member with a phone. */
const broadcast: MakeSample = async (t) => {
  const { id, ...member } = await t.member();
  await register(t, { id, ...member });
  const { token } = await t.superuser();
  const json = {
    translations: { fr: { title: 'Bonjour', body: 'À tous' } },
    audience: { member_ids: [id] },
  };
  const { body } = await t.call('POST', '/broadcasts/', { token, json });
  return { params: { id: body.id } };
};
/** The same broadcast, moved to another state. */
const broadcastAfter =
  (...actions: [action: string, json?: object][]): MakeSample =>
  async (t, caller) => {
    const sample = await broadcast(t, caller);
    const { token } = await t.superuser();
    for (const [action, json] of actions)
      await t.call('POST', `/broadcasts/${sample.params?.['id']}/${action}`, {
        token,
        ...(json && { json }),
      });
    return sample;
  };
const toOne = { expected_devices: 1 };
const atNoon = () => ({ local: `${freeDay()}T12:00`, time_zone: 'UTC', ...toOne });
const notification: MakeSample = async (t, caller) => {
  const sample = await broadcast(t, caller);
  await t.db.execute(sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status)
    values (${sample.params?.['id']}, ${randomUUID()}, ${caller.id}, 'ios', 'fr', now(), 'sent')`);
  return sample;
};

const segment: MakeSample = async (t) => {
  const { token } = await t.superuser();
  const json = { name: `Segment ${randomUUID()}`, audience: { locales: ['fr'] } };
  const { body } = await t.call('POST', '/segments/', { token, json });
  return { params: { id: body.id } };
};

export const samples: Samples = {
  user: {
    'app-read_notification_preferences': none,
    'app-update_notification_preferences': () => ({ json: { news: false } }),
    'app-read_notifications': none,
    'app-open_notification': notification,
    'app-read_all_notifications': none,
  },
  team: {
    'broadcasts-read_broadcasts': none,
    'broadcasts-create_broadcast': () => ({ json: { name: 'A push' } }),
    'broadcasts-preview_audience': () => ({ json: { audience: { everyone: true } } }),
    'broadcasts-read_broadcast': broadcast,
    'broadcasts-update_broadcast': async (t, caller) => ({
      ...(await broadcast(t, caller)),
      json: { name: 'Another' },
    }),
    'broadcasts-delete_broadcast': broadcast,
    'broadcasts-test_broadcast': async (t, caller) => {
      const { params } = await device(t, caller);
      return { ...(await broadcast(t, caller)), json: { device_ids: [params?.['id']] } };
    },
    'broadcasts-send_broadcast': async (t, caller) => ({ ...(await broadcast(t, caller)), json: toOne }),
    'broadcasts-schedule_broadcast': async (t, caller) => ({
      ...(await broadcast(t, caller)),
      json: atNoon(),
    }),
    'broadcasts-unschedule_broadcast': (t, caller) => broadcastAfter(['schedule', atNoon()])(t, caller),
    'broadcasts-pause_broadcast': broadcastAfter(['send', toOne]),
    'broadcasts-resume_broadcast': broadcastAfter(['send', toOne], ['pause']),
    'broadcasts-cancel_broadcast': broadcastAfter(['send', toOne]),
    'broadcasts-duplicate_broadcast': broadcast,
    'broadcasts-read_deliveries': broadcast,
    'broadcasts-read_stats': broadcast,
    'segments-read_segments': none,
    'segments-create_segment': () => ({
      json: { name: `Segment ${randomUUID()}`, audience: { locales: ['en'] } },
    }),
    'segments-read_segment': segment,
    'segments-update_segment': async (t, caller) => ({
      ...(await segment(t, caller)),
      json: { audience: { platforms: ['ios'] } },
    }),
    'segments-delete_segment': segment,
  },
  statuses: {
    'app-open_notification': '401 401 401 401 401 200 404 404',
  },
  shownTo: {
    'broadcasts.name': ['superuser'],
    'broadcasts.segment_name': ['superuser'],
    'segments.name': ['superuser'],
    'broadcasts.translations': ['self', 'superuser'],
    'broadcasts.link': ['self', 'superuser'],
    'broadcasts.image': ['self', 'superuser'],
    'broadcasts.scheduled_local': ['superuser'],
    'broadcasts.time_zone': ['superuser'],
    'broadcasts.last_error': ['superuser'],
    'broadcast_deliveries.app_version': ['superuser'],
    'broadcast_deliveries.error_code': ['superuser'],
  },
  tables: {
    '/broadcasts/': 'broadcasts',
    '/app/notifications/': 'broadcasts',
    '/segments/': 'segments',
  },
};
