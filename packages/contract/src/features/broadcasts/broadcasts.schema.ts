import { z } from 'zod';
import {
  bool,
  civilDate,
  displayText,
  id,
  instant,
  localTime,
  period,
  search,
  text,
  timeZone,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { BULK_IDS_MAX, URL_MAX } from '../../shared/limits.ts';
import { Locale } from '../../shared/locale.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { missingFallbackIssues, unknownPlaceholderIssues } from '../../shared/placeholder-issues.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { Approval } from '../approvals/approvals.schema.ts';
import { appVersion, DevicePlatform, PushCategory } from '../devices/devices.app.contract.ts';
import {
  AUDIENCE_DAYS_MAX,
  BROADCAST_NAME_MAX,
  DELIVERY_CODE_MAX,
  PUSH_BODY_MAX,
  PUSH_TITLE_MAX,
  TEST_DEVICES_MAX,
} from './broadcasts.rules.ts';
import {
  BROADCAST_ACTIONS,
  BROADCAST_STATES,
  type BroadcastAction,
  DELIVERY_STATUSES,
} from './broadcasts.states.rules.ts';

/**
 * Maximum size of texts, link and ids together, in bytes per language. Providers accept 4096; encryption for
 * browsers uses 103 of them (RFC 8291, 4: 86 for the header, 16 for the tag, 1 for the padding delimiter).
 */
export const PUSH_BYTES_MAX = 3993;

/** Maximum time that providers keep a push for an offline device, in seconds: four weeks. */
const TTL_MAX = 2_419_200;
const TTL_DEFAULT = 86_400;

/** Minutes after which an unsent broadcast counts as missed, and is no longer sent late. */
export const BROADCAST_LATE_MINUTES = 30;

export const BroadcastStatus = z.enum(BROADCAST_STATES).meta({ id: 'BroadcastStatus' });
export type BroadcastStatus = z.infer<typeof BroadcastStatus>;

/** Texts of a push in one language. Complete only with both title and body. */
export const BroadcastText = z
  .object({
    title: displayText({ max: PUSH_TITLE_MAX }).default(''),
    body: displayText({ max: PUSH_BODY_MAX }).default(''),
  })
  .meta({ id: 'BroadcastText' });
export type BroadcastText = z.infer<typeof BroadcastText>;

const writtenText = (max: number) =>
  displayText({ max })
    .check(({ value, issues }) => {
      issues.push(...unknownPlaceholderIssues(value), ...missingFallbackIssues(value));
    })
    .default('')
    .meta({
      description:
        'May contain the first name of the member, with a text for those without one: `{prénom|cher membre}` or `{first_name|dear member}`.',
    });
const BroadcastTextWrite = z
  .object({ title: writtenText(PUSH_TITLE_MAX), body: writtenText(PUSH_BODY_MAX) })
  .meta({ id: 'BroadcastTextWrite' });

const BroadcastTranslations = z.object({ fr: BroadcastText.nullable(), en: BroadcastText.nullable() });
export type BroadcastTranslations = z.infer<typeof BroadcastTranslations>;

/** Fallback for languages without a complete text: the default language, or no push. */
export const MissingPushLocale = z.enum(['fallback', 'skip']).meta({ id: 'MissingPushLocale' });
export type MissingPushLocale = z.infer<typeof MissingPushLocale>;

const days = () => whole({ min: 0, max: AUDIENCE_DAYS_MAX });
const members = () => z.array(uuid()).max(BULK_IDS_MAX);

const ruleFields = {
  everyone: bool().optional(),
  locales: z.array(Locale).max(2).optional(),
  platforms: z.array(DevicePlatform).max(3).optional(),
  app_version: z
    .strictObject({ gte: appVersion().optional(), lt: appVersion().optional() })
    .optional()
    .meta({ description: 'Compared number by number: 2.9 is before 2.14.' }),
  last_seen_days: z
    .strictObject({ min: days().optional(), max: days().optional() })
    .optional()
    .meta({ description: 'Days in UTC since the app was last started: 0 is today.' }),
  joined: z.strictObject(period('Members who signed up')).optional(),
  unopened_last: bool().optional().meta({
    description:
      'Members who received a push on a device, and opened the last one that they received on none of them.',
  }),
  member_ids: members().optional(),
  exclude_member_ids: members().optional(),
};

/** Returns true if the value sets a condition: an object of conditions may be empty. */
const isCondition = (value: unknown): boolean =>
  Array.isArray(value) || typeof value !== 'object' || value === null
    ? value !== undefined
    : Object.values(value).some(isCondition);

/** True for rules without a condition: exceptions are none, nor is a condition that is false. */
const isUndefined = ({ everyone, unopened_last, ...rules }: AudienceRules): boolean =>
  !everyone && !unopened_last && !isCondition({ ...rules, exclude_member_ids: undefined });

const undefinedAudience = {
  code: 'custom',
  message: 'Value error, an audience needs everyone, or a condition',
  params: { type: 'audience_undefined' },
} as const;

/**
 * Rules of an audience: devices that match all conditions, of members who do. At least one is required: there is no
 * default audience.
 */
export const audienceRules = () =>
  z.strictObject(ruleFields).check(({ value, issues }) => {
    if (isUndefined(value)) issues.push({ ...undefinedAudience, input: value });
  });

/** Audience of a push: rules of its own, or a segment, with exceptions. */
export const audience = () =>
  z
    .strictObject({ ...ruleFields, segment_id: segmentId().optional() })
    .check(({ value: { segment_id, ...rules }, issues }) => {
      if (segment_id === undefined) {
        if (isUndefined(rules)) issues.push({ ...undefinedAudience, input: rules });
        return;
      }
      if (isUndefined(rules)) return;
      issues.push({
        code: 'custom',
        input: segment_id,
        path: ['segment_id'],
        message: 'Value error, a segment has its own conditions: only exclude_member_ids goes with it',
        params: { type: 'segment_with_conditions' },
      });
    });

const segmentId = () =>
  uuid().meta({
    description:
      'A segment, whose rules apply at the time of sending. Only `exclude_member_ids` goes with it. Absent from then on: the audience is what it was sent to.',
  });

/** As stored: the exceptions of a push join those of its segment when it is sent. */
const storedFields = { ...ruleFields, exclude_member_ids: z.array(id()).optional() };

export const AudienceRules = z.object(storedFields).meta({ id: 'AudienceRules' });
/** An audience that refers to no segment. */
export type AudienceRules = z.infer<typeof AudienceRules> & { segment_id?: never };

export const Audience = z
  .object({ ...storedFields, segment_id: segmentId().optional() })
  .meta({ id: 'Audience' });
export type Audience = z.infer<typeof Audience>;

/** Origin of a broadcast: written by hand, or an article or day's message, each pushed only once. */
export const BroadcastSource = z.enum(['manual', 'news', 'daily']).meta({ id: 'BroadcastSource' });
export type BroadcastSource = z.infer<typeof BroadcastSource>;

/** `at`: at one moment everywhere. `local`: at that time in each recipient's time zone. */
export const ScheduleMode = z.enum(['now', 'at', 'local']).meta({ id: 'ScheduleMode' });
export type ScheduleMode = z.infer<typeof ScheduleMode>;

/** For `local`: recipients whose time has passed at the start are skipped, or get the push at once. */
export const LatePolicy = z.enum(['skip', 'send']).meta({ id: 'LatePolicy' });
export type LatePolicy = z.infer<typeof LatePolicy>;

const counter = () => z.number().int().min(0);

export const BroadcastPublic = z
  .object({
    id: id(),
    name: z.string(),
    category: PushCategory,
    status: BroadcastStatus,
    actions: z
      .array(z.enum(Object.keys(BROADCAST_ACTIONS) as [BroadcastAction, ...BroadcastAction[]]))
      .meta({ description: 'Actions that are currently allowed.' }),
    translations: BroadcastTranslations,
    missing_locale: MissingPushLocale,
    audience: Audience.nullable(),
    segment_name: z.string().nullable().meta({
      description: 'Current name of its segment; from sending on, the name that it had.',
    }),
    link: z.string().nullable(),
    image_id: id().nullable(),
    image: z.string().nullable().meta({ description: "The picture, as a path on the API's origin." }),
    urgent: z.boolean(),
    ttl_seconds: z.number().int(),
    source: BroadcastSource,
    source_id: id().nullable(),
    is_claimed: z.boolean().meta({
      description:
        'Whether it counts as the only push of its source: from scheduling or sending on, unless it was stopped before any device got it.',
    }),
    day: civilDate().nullable().meta({
      description: 'For a daily push: the day whose message it carries. It follows changes of that message.',
    }),
    schedule_mode: ScheduleMode.nullable(),
    scheduled_local: z.string().nullable().meta({ description: 'As typed: `2026-03-29T09:00`.' }),
    time_zone: z.string().nullable(),
    scheduled_at: instant().nullable(),
    late_policy: LatePolicy,
    targeted: counter().nullable().meta({ description: 'Number of devices; null until they are picked.' }),
    sent: counter().meta({
      description: 'Accepted by the provider, which does not confirm that they arrived.',
    }),
    failed: counter(),
    invalid: counter().meta({ description: 'Devices whose token turned out to be dead.' }),
    skipped: counter().meta({
      description: 'Devices skipped after they were picked: deleted, muted, declined or too late.',
    }),
    cancelled: counter(),
    reached: counter()
      .nullable()
      .meta({ description: 'Members reached; null until the broadcast has ended.' }),
    opened: counter().meta({ description: 'Members who opened it.' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Error code of the reason why it is paused or waits.' }),
    held_until: instant().nullable().meta({ description: 'Time until which the provider asked to wait.' }),
    waits_until: instant().nullable().meta({
      description:
        'While it is being sent and no recipient is due: the time when the next ones are, because their quiet hours end or their local time is reached.',
    }),
    started_at: instant().nullable(),
    finished_at: instant().nullable(),
    version: z.number().int(),
    created_at: instant(),
    created_by: Person.nullable(),
    updated_at: instant(),
    updated_by: Person.nullable(),
    sent_by: Person.nullable(),
    approval: Approval.nullable().meta({ description: 'The last request for approval, decided or not.' }),
  })
  .meta({ id: 'BroadcastPublic' });
export type BroadcastPublic = z.infer<typeof BroadcastPublic>;

export const BroadcastsPublic = pageOf(BroadcastPublic).meta({ id: 'BroadcastsPublic' });

const fields = {
  name: displayText({ max: BROADCAST_NAME_MAX }),
  category: PushCategory,
  translations: z
    .object({ fr: BroadcastTextWrite.nullable(), en: BroadcastTextWrite.nullable() })
    .partial()
    .meta({ description: 'An absent language stays unchanged.' }),
  missing_locale: MissingPushLocale,
  audience: audience().nullable(),
  link: text({ max: URL_MAX })
    .nullable()
    .meta({ description: 'A path in the app, e.g. `/daily-message`, or an https address of a known host.' }),
  image_id: uuid().nullable().meta({ description: 'Id of a picture from `/media/`.' }),
  urgent: bool().meta({ description: 'Whether it is delivered during quiet hours, too.' }),
  ttl_seconds: whole({ min: 0, max: TTL_MAX }),
};

export const BroadcastCreate = z
  .object({
    name: fields.name.default(''),
    category: fields.category.default('announcement'),
    translations: fields.translations.default({}),
    missing_locale: fields.missing_locale.default('fallback'),
    audience: fields.audience.default(null),
    link: fields.link.default(null),
    image_id: fields.image_id.default(null),
    urgent: fields.urgent.default(false),
    ttl_seconds: fields.ttl_seconds.default(TTL_DEFAULT),
    source: BroadcastSource.default('manual'),
    source_id: uuid().nullable().default(null),
  })
  .meta({ id: 'BroadcastCreate' });
export type BroadcastCreate = z.infer<typeof BroadcastCreate>;

/** Omitted fields keep their value. Rejected if `version` is sent and outdated. */
export const BroadcastUpdate = z
  .object({ ...fields, version: whole({ min: 1, max: SKIP_MAX }) })
  .partial()
  .meta({ id: 'BroadcastUpdate' });
export type BroadcastUpdate = z.infer<typeof BroadcastUpdate>;

export const BroadcastFilter = z.object({
  status: BroadcastStatus.optional(),
  category: PushCategory.optional(),
  source_id: uuid().optional().meta({ description: 'Only those about this article or daily message.' }),
  ...period('Sent, planned or, for drafts, written'),
  search: search('Words of the name or texts, in any order; accents and letter case are ignored'),
});
export type BroadcastFilter = z.infer<typeof BroadcastFilter>;

/** Fields that determine the audience of a broadcast. */
export const AudiencePreviewRequest = z
  .object({
    audience: audience(),
    category: PushCategory.default('announcement'),
    missing_locale: MissingPushLocale.default('fallback'),
    complete_locales: z
      .array(Locale)
      .max(2)
      .default(['fr', 'en'])
      .meta({ description: 'The languages in which its texts are complete.' }),
    due: z
      .strictObject({
        local: localTime(),
        time_zone: timeZone().optional(),
        late_policy: LatePolicy.optional(),
      })
      .optional()
      .meta({
        description:
          "Local time at which it is sent: in the given zone or, without one, in each recipient's. Absent: now.",
      }),
  })
  .meta({ id: 'AudiencePreviewRequest' });
export type AudiencePreviewRequest = z.infer<typeof AudiencePreviewRequest>;

/** Current audience, counted exactly. */
export const AudiencePreview = z
  .object({
    matching: counter().meta({
      description:
        'Active accounts that match the audience, reachable or not. `GET /users/?segment_id=…` lists as many.',
    }),
    members: counter().meta({ description: 'Those of them who would get it.' }),
    devices: counter(),
    by_platform: z.object({ ios: counter(), android: counter(), web: counter() }),
    by_locale: z.object({ fr: counter(), en: counter() }),
    excluded: z
      .object({
        no_device: counter(),
        opted_out: counter(),
        unreachable: counter(),
        missing_locale: counter(),
      })
      .meta({
        description:
          'Members in the audience who get nothing, by the first reason that applies: no device; category declined; every device stale, muted or without permission; no text in their language.',
      }),
    recently_notified: counter().meta({
      description: 'Recipients who got another push in the last 24 hours.',
    }),
    sample: z.array(Person).meta({
      description:
        'At most ten of the members, for callers with the permission `members.read`; otherwise none.',
    }),
    held: z.object({ devices: counter(), from: instant(), until: instant() }).nullable().meta({
      description:
        'Devices in whose quiet hours it would arrive: unless it is urgent, they get it later, between these times.',
    }),
    first: z.object({ at: instant(), time_zone: z.string() }).nullable().meta({
      description:
        'Time when the first of them is due, and its time zone, regardless of quiet hours. Null without a device.',
    }),
    late: counter().meta({
      description: `Devices that do not get it: without a zone and with \`skip\`, those whose local time passed more than ${BROADCAST_LATE_MINUTES} minutes ago.`,
    }),
  })
  .meta({ id: 'AudiencePreview' });
export type AudiencePreview = z.infer<typeof AudiencePreview>;

/** Number of devices shown to the sender: the call is rejected on audience drift. */
export const expectedDevices = () => whole({ min: 0, max: SKIP_MAX });

/** Version that the sender reviewed: the call is rejected if the broadcast changed since. */
const expectedVersion = () => whole({ min: 1, max: SKIP_MAX }).optional();

export const BroadcastSend = z
  .object({ expected_devices: expectedDevices(), version: expectedVersion() })
  .meta({ id: 'BroadcastSend' });
export type BroadcastSend = z.infer<typeof BroadcastSend>;

/** When a push goes out, as typed. */
const planFields = {
  mode: z.enum(['at', 'local']).default('at'),
  local: localTime().meta({ description: 'Local time, `2026-03-29T09:00`.' }),
  time_zone: timeZone(),
  offset: text({ pattern: /^[+-]([01]\d|2[0-3]):[0-5]\d$/ })
    .optional()
    .meta({ description: 'Selects one of two moments if clocks show the time twice: `+02:00`.' }),
  late_policy: LatePolicy.default('skip'),
};

export const BroadcastPlan = z.object(planFields).meta({ id: 'BroadcastPlan' });
export type BroadcastPlan = z.infer<typeof BroadcastPlan>;

export const BroadcastSchedule = z
  .object({ ...planFields, expected_devices: expectedDevices(), version: expectedVersion() })
  .meta({ id: 'BroadcastSchedule' });
export type BroadcastSchedule = z.infer<typeof BroadcastSchedule>;

export const BroadcastTest = z
  .object({
    device_ids: z
      .array(uuid())
      .max(TEST_DEVICES_MAX)
      .optional()
      .meta({ description: "Absent: the caller's own." }),
  })
  .meta({ id: 'BroadcastTest' });

export const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({ id: 'DeliveryStatus' });
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const DeliveryFilter = z.object({
  status: DeliveryStatus.optional(),
  error_code: text({ max: DELIVERY_CODE_MAX }).optional(),
});
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

export const BroadcastDelivery = z
  .object({
    device_id: id(),
    user: Person.nullable().meta({ description: 'Null once the account is erased.' }),
    platform: DevicePlatform,
    locale: Locale,
    status: DeliveryStatus,
    error_code: z.string().nullable(),
    attempts: counter(),
    not_before: instant(),
    sent_at: instant().nullable(),
    opened_at: instant().nullable(),
  })
  .meta({ id: 'BroadcastDelivery' });
export type BroadcastDelivery = z.infer<typeof BroadcastDelivery>;

export const BroadcastDeliveries = pageOf(BroadcastDelivery).meta({ id: 'BroadcastDeliveries' });

const share = <Key extends z.ZodType>(key: Key) =>
  z.array(z.object({ key, targeted: counter(), sent: counter(), opened: counter() }));

export const BroadcastStats = z
  .object({
    by_status: z.array(z.object({ status: DeliveryStatus, count: counter() })),
    failures: z.array(z.object({ status: DeliveryStatus, error_code: z.string(), count: counter() })).meta({
      description: 'Reasons why devices did not get it, most frequent first.',
    }),
    by_platform: share(DevicePlatform),
    by_locale: share(Locale),
    by_version: share(z.string().nullable()).meta({
      description: 'The 20 app versions with the most devices; null for devices that reported none.',
    }),
    over_time: z.array(z.object({ hour: instant(), accepted: counter(), opened: counter() })).meta({
      description:
        'Devices for which the provider accepted it and members who opened it, by hour; hours without either are omitted.',
    }),
    category: z
      .object({
        broadcasts: counter(),
        targeted: counter(),
        sent: counter(),
        reached: counter(),
        opened: counter(),
      })
      .meta({
        description:
          'Sums over the other broadcasts of its category in the 365 days before it, for comparison.',
      }),
  })
  .meta({ id: 'BroadcastStats' });
export type BroadcastStats = z.infer<typeof BroadcastStats>;
