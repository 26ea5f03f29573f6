import type {
  AudiencePreview,
  BroadcastDelivery,
  BroadcastPublic,
  BroadcastStats,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { SegmentPublic } from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import { actionsFor } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { aSuperuser, idOf } from './accounts.ts';
import { answer, contract } from './api.ts';
import { openPage } from './render.tsx';

/** A complete draft to all members. */
export const aBroadcast = (overrides: Partial<BroadcastPublic> = {}): BroadcastPublic => ({
  id: idOf(200),
  name: 'Summer party',
  category: 'announcement',
  status: 'draft',
  actions: actionsFor({ status: overrides.status ?? 'draft', day: overrides.day ?? null }),
  translations: { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } },
  missing_locale: 'fallback',
  audience: { everyone: true },
  segment_name: null,
  link: null,
  image_id: null,
  image: null,
  urgent: false,
  ttl_seconds: 86_400,
  source: 'manual',
  source_id: null,
  is_claimed: false,
  day: null,
  schedule_mode: null,
  scheduled_local: null,
  time_zone: null,
  scheduled_at: null,
  late_policy: 'skip',
  targeted: null,
  sent: 0,
  failed: 0,
  invalid: 0,
  skipped: 0,
  cancelled: 0,
  reached: null,
  opened: 0,
  last_error: null,
  held_until: null,
  waits_until: null,
  started_at: null,
  finished_at: null,
  version: 1,
  created_at: '2026-01-05T10:00:00.000Z',
  created_by: null,
  updated_at: '2026-01-05T10:00:00.000Z',
  updated_by: null,
  sent_by: null,
  approval: null,
  ...overrides,
});

/** A segment that no push uses. */
export const aSegment = (overrides: Partial<SegmentPublic> = {}): SegmentPublic => ({
  id: idOf(400),
  name: 'Anglophones',
  audience: { locales: ['en'] },
  used_by: [],
  version: 1,
  updated_at: '2026-01-05T10:00:00.000Z',
  ...overrides,
});

export const answerSegments = (...segments: SegmentPublic[]) =>
  answer(contract.segments.readSegments, {
    status: 200,
    body: { data: segments, count: segments.length },
  });

/** Three devices of two members. */
export const anAudiencePreview = (overrides: Partial<AudiencePreview> = {}): AudiencePreview => ({
  matching: 2,
  members: 2,
  devices: 3,
  by_platform: { ios: 2, android: 1, web: 0 },
  by_locale: { fr: 2, en: 1 },
  excluded: { no_device: 0, opted_out: 0, unreachable: 0, missing_locale: 0 },
  recently_notified: 0,
  sample: [],
  held: null,
  first: null,
  late: 0,
  ...overrides,
});

export const aDelivery = (overrides: Partial<BroadcastDelivery> = {}): BroadcastDelivery => ({
  device_id: idOf(300),
  user: null,
  platform: 'ios',
  locale: 'fr',
  status: 'sent',
  error_code: null,
  attempts: 1,
  not_before: '2026-01-06T10:00:00.000Z',
  sent_at: '2026-01-06T10:00:00.000Z',
  opened_at: null,
  ...overrides,
});

export const someStats = (overrides: Partial<BroadcastStats> = {}): BroadcastStats => ({
  by_status: [{ status: 'sent', count: 1 }],
  failures: [],
  by_platform: [],
  by_locale: [],
  by_version: [],
  over_time: [],
  category: { broadcasts: 0, targeted: 0, sent: 0, reached: 0, opened: 0 },
  ...overrides,
});

/** Mocks the routes of the broadcast page, which reads the current `state`. */
export function answerBroadcast(overrides: Partial<BroadcastPublic> = {}) {
  const state = { broadcast: aBroadcast(overrides) };
  answer(contract.broadcasts.readBroadcast, () => ({ status: 200, body: state.broadcast }));
  answer(contract.auditLogs.readAuditLogs, { status: 200, body: { data: [], count: 0 } });
  answer(contract.dashboard.readHealth, { status: 200, body: { data: [], count: 0 } });
  const counts = answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  const updates = answer(contract.broadcasts.updateBroadcast, ({ body }) => {
    const { version: _, ...fields } = body as Partial<BroadcastPublic>;
    state.broadcast = { ...state.broadcast, ...fields, version: state.broadcast.version + 1 };
    return { status: 200, body: state.broadcast };
  });
  return { state, counts, updates };
}

export const openBroadcast = (options: Parameters<typeof openPage>[1] = {}): ReturnType<typeof openPage> =>
  openPage(`/broadcast/${idOf(200)}`, { as: aSuperuser(), ...options });
