import type { BroadcastTranslations } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { mulberry32, uuidAt } from '../../platform/random.ts';
import { dayAt, momentAt } from '../../platform/time/civil-date.ts';
import type { NewDevice } from '../devices/devices.table.ts';
import type { NewBroadcast, NewDelivery } from './broadcasts.table.ts';

const SEED = 20_260_408;
const TIME_ZONE = 'Europe/Paris';
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Shares of the deliveries of a sent push: dead tokens, failures, opened. */
const DEAD = 0.02;
const FAILED = 0.01;
const OPENED = 0.3;

interface DemoBroadcastsInput {
  now: Date;
  authors: readonly string[];
  devices: readonly NewDevice[];
}

interface DemoBroadcasts {
  broadcasts: NewBroadcast[];
  deliveries: NewDelivery[];
}

const text = (fr: [string, string], en: [string, string] | null): BroadcastTranslations => ({
  fr: { title: fr[0], body: fr[1] },
  en: en && { title: en[0], body: en[1] },
});

/** Pushes in every lasting state, with the deliveries of the sent ones; deterministic for the same input. */
export function demoBroadcasts({ now, authors, devices }: DemoBroadcastsInput): DemoBroadcasts {
  const random = mulberry32(SEED);
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const [by = null] = authors;
  const write = (
    days: number,
    fields: Partial<NewBroadcast> & Pick<NewBroadcast, 'name' | 'translations'>,
  ): NewBroadcast => ({
    id: uuidAt(ago(days), random),
    category: 'announcement',
    missing_locale: 'fallback',
    audience: { everyone: true },
    ttl_seconds: 86_400,
    source: 'manual',
    created_at: ago(days),
    created_by: by,
    updated_at: ago(days),
    updated_by: by,
    ...fields,
  });
  const sent = (days: number, fields: Parameters<typeof write>[1]) => {
    const started_at = ago(days);
    const broadcast = write(days + 1, {
      ...fields,
      status: 'sent',
      is_claimed: true,
      schedule_mode: 'now',
      sent_by: by,
      started_at,
    });
    const rows = devices
      .filter(
        ({ muted_until, push_permission, created_at }) =>
          !muted_until && push_permission === 'granted' && created_at < started_at,
      )
      .map((device) => deliver(broadcast, device, started_at));
    const openers = new Set<string>();
    for (const row of rows)
      if (openers.has(row.user_id)) row.opened_at = null;
      else if (row.opened_at) openers.add(row.user_id);
    const count = (status: NewDelivery['status']) => rows.filter((row) => row.status === status).length;
    const counters = {
      targeted: rows.length,
      sent: count('sent'),
      failed: count('failed'),
      invalid: count('invalid'),
      reached: new Set(rows.flatMap(({ status, user_id }) => (status === 'sent' ? [user_id] : []))).size,
      opened: openers.size,
    };
    return {
      rows,
      broadcast: {
        ...broadcast,
        ...counters,
        progressed_at: started_at,
        finished_at: new Date(started_at.getTime() + MINUTE),
      },
    };
  };
  const deliver = ({ id }: NewBroadcast, device: NewDevice, at: Date): NewDelivery => {
    const luck = random();
    const status = luck < DEAD ? 'invalid' : luck < DEAD + FAILED ? 'failed' : 'sent';
    const opened_at =
      status === 'sent' && random() < OPENED
        ? new Date(at.getTime() + Math.floor(random() * 600) * MINUTE)
        : null;
    return {
      broadcast_id: id,
      device_id: device.id,
      user_id: device.user_id,
      platform: device.platform,
      locale: device.locale,
      app_version: device.app_version ?? null,
      status,
      error_code: { invalid: 'UNREGISTERED', failed: 'provider_unavailable', sent: null }[status],
      attempts: status === 'failed' ? 5 : 1,
      not_before: at,
      sent_at: status === 'sent' ? at : null,
      opened_at: opened_at && opened_at < now ? opened_at : null,
      read_at: opened_at && opened_at < now ? opened_at : null,
    };
  };
  const done = [
    sent(21, {
      name: 'Fête des voisins',
      translations: text(
        ['Fête des voisins', 'Rendez-vous vendredi à 18\u00A0h dans la cour.'],
        ['Neighbours’ day', 'Meet us on Friday at 6 pm in the courtyard.'],
      ),
    }),
    sent(6, {
      name: 'Collecte de jouets',
      translations: text(
        ['Collecte de jouets', 'Déposez vos jouets à l’accueil jusqu’à samedi.'],
        ['Toy drive', 'Bring your toys to the front desk until Saturday.'],
      ),
      link: '/daily-message',
      category: 'news',
    }),
  ];
  // 09:00 exists exactly once a day in every time zone: daylight saving changes at night.
  const due = `${dayAt(ago(2), TIME_ZONE)}T09:00`;
  const waiting = [
    write(3, {
      name: 'Assemblée annuelle',
      status: 'missed',
      schedule_mode: 'at',
      time_zone: TIME_ZONE,
      scheduled_local: due,
      scheduled_at: momentAt(due, TIME_ZONE) as Date,
      translations: text(
        ['Assemblée annuelle', 'L’ordre du jour est en ligne.'],
        ['Annual meeting', 'The agenda is online.'],
      ),
    }),
    write(2, {
      name: 'Travaux reportés',
      status: 'cancelled',
      finished_at: ago(1),
      translations: text(['Travaux', 'Coupure d’eau demain matin.'], ['Works', 'No water tomorrow morning.']),
    }),
    write(1, {
      name: 'Vœux',
      translations: text(['Bonne année', 'Toute l’équipe vous souhaite une belle année.'], null),
      audience: null,
    }),
  ];
  return {
    broadcasts: [...done.map(({ broadcast }) => broadcast), ...waiting],
    deliveries: done.flatMap(({ rows }) => rows),
  };
}
