import type {
  Audience,
  AudiencePreviewRequest,
  AudienceRules,
  BroadcastPublic,
  BroadcastText,
  BroadcastTranslations,
  MissingPushLocale,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { completeLocales } from '@agora/contract/features/broadcasts/broadcasts.text.rules';
import type { DevicePlatform, PushCategory } from '@agora/contract/features/devices/devices.app.contract';
import { LOCALES } from '@agora/contract/shared/locales';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { type Locale } from '../../../platform/i18n.ts';

/** Target of a push: none, a screen of the app, an article, or another address. */
export type LinkKind = 'none' | 'home' | 'daily' | 'article' | 'other';

/** Form values of a push. */
export interface BroadcastValues extends Record<string, unknown> {
  name: string;
  category: PushCategory;
  fr_title: string;
  fr_body: string;
  en_title: string;
  en_body: string;
  missing_locale: MissingPushLocale;
  link_kind: LinkKind;
  link: string;
  /** Empty without one. */
  image_id: string;
  /** Address of the picture. */
  image: string;
  urgent: boolean;
  /** Seconds, as a string for the select. */
  ttl: string;
  /** Empty until the recipients are chosen. */
  who: '' | 'everyone' | 'some' | 'segment';
  /** Empty until one is chosen. */
  segment_id: string;
  segment_name: string;
  locales: Locale[];
  platforms: DevicePlatform[];
  version_gte: string;
  version_lt: string;
  seen_max: string;
  seen_min: string;
  joined_from: string;
  joined_to: string;
  /** `true`, or empty. */
  unopened_last: string;
  member_ids: string[];
  exclude_member_ids: string[];
}

/** Default number of seconds that a push is kept for a phone that is off. */
const TTL = 86_400;

const NEW = {
  name: '',
  category: 'announcement',
  translations: { fr: null, en: null },
  missing_locale: 'fallback',
  audience: null,
  link: null,
  image_id: null,
  urgent: false,
  ttl_seconds: TTL,
} as const satisfies BroadcastFields;

/** Fields of a broadcast that the form edits. */
export type BroadcastFields = Pick<
  BroadcastPublic,
  | 'name'
  | 'category'
  | 'translations'
  | 'missing_locale'
  | 'audience'
  | 'link'
  | 'image_id'
  | 'urgent'
  | 'ttl_seconds'
>;

const PATHS = { home: '/', daily: '/daily-message' } as const;

/** Target of a tap, from the link that the API stores. */
export function linkKindOf(link: string | null): LinkKind {
  if (link === null) return 'none';
  if (link === PATHS.home) return 'home';
  if (link === PATHS.daily) return 'daily';
  return /^\/news\/[^/?#]+$/.test(link) ? 'article' : 'other';
}

export function valuesOf(
  broadcast: BroadcastFields & Partial<Pick<BroadcastPublic, 'image' | 'segment_name'>>,
): BroadcastValues {
  const { image_id, image, name, category, translations, missing_locale, link, urgent, ttl_seconds } =
    broadcast;
  const { fr, en } = translations;
  return {
    name,
    category,
    fr_title: fr?.title ?? '',
    fr_body: fr?.body ?? '',
    en_title: en?.title ?? '',
    en_body: en?.body ?? '',
    missing_locale,
    link_kind: linkKindOf(link),
    link: link ?? '',
    image_id: image_id ?? '',
    image: image ?? '',
    urgent,
    ttl: String(ttl_seconds),
    segment_name: broadcast.audience?.segment_id ? (broadcast.segment_name ?? '') : '',
    ...audienceValues(broadcast.audience),
  };
}

/** Initial values of a new broadcast. */
export type InitialFields = Partial<BroadcastFields & { image: string | null }>;

export const newValues = (known: InitialFields): BroadcastValues => valuesOf({ ...NEW, ...known });

const numberText = (number: number | undefined) => number?.toString() ?? '';

function audienceValues(audience: Audience | null) {
  const { everyone, segment_id, exclude_member_ids = [], ...conditions } = audience ?? {};
  const {
    locales = [],
    platforms = [],
    app_version,
    last_seen_days,
    joined,
    unopened_last,
    member_ids = [],
  } = conditions;
  const isEveryone = everyone && Object.keys(conditions).length === 0;
  return {
    who: segment_id ? 'segment' : audience ? (isEveryone ? 'everyone' : 'some') : '',
    segment_id: segment_id ?? '',
    locales,
    platforms,
    version_gte: app_version?.gte ?? '',
    version_lt: app_version?.lt ?? '',
    seen_max: numberText(last_seen_days?.max),
    seen_min: numberText(last_seen_days?.min),
    joined_from: joined?.from ?? '',
    joined_to: joined?.to ?? '',
    unopened_last: unopened_last ? 'true' : '',
    member_ids,
    exclude_member_ids,
  } satisfies Partial<BroadcastValues>;
}

/** The entries that are not empty; undefined if there are none. */
function withoutEmpty<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: NonNullable<Value[Key]> } | undefined {
  const entries = Object.entries(value).filter(
    ([, entry]) => entry !== undefined && entry !== '' && !(Array.isArray(entry) && entry.length === 0),
  );
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}

const parseNumber = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** Audience of a form; null until one is chosen. */
export function audienceOf(values: BroadcastValues): Audience | null {
  if (values.who !== 'segment') return rulesOf(values);
  const { segment_id, exclude_member_ids } = values;
  return segment_id ? { segment_id, ...withoutEmpty({ exclude_member_ids }) } : null;
}

/** Audience of a form that has no segment, or whose segment they become; null until one is chosen. */
export function rulesOf(values: BroadcastValues): AudienceRules | null {
  if (values.who === '' || values.who === 'segment') return null;
  const exclusions = withoutEmpty({ exclude_member_ids: values.exclude_member_ids });
  if (values.who === 'everyone') return { everyone: true, ...exclusions };
  const conditions = withoutEmpty({
    locales: values.locales,
    platforms: values.platforms,
    app_version: withoutEmpty({ gte: values.version_gte.trim(), lt: values.version_lt.trim() }),
    last_seen_days: withoutEmpty({ max: parseNumber(values.seen_max), min: parseNumber(values.seen_min) }),
    joined: withoutEmpty({ from: values.joined_from, to: values.joined_to }),
    unopened_last: values.unopened_last === 'true' || undefined,
    member_ids: values.member_ids,
  });
  return conditions ? { ...conditions, ...exclusions } : null;
}

function textOf(values: BroadcastValues, locale: Locale): BroadcastText | null {
  const title = values[`${locale}_title`].trim();
  const body = values[`${locale}_body`].trim();
  return title || body ? { title, body } : null;
}

export const translationsOf = (values: BroadcastValues): BroadcastTranslations => ({
  fr: textOf(values, 'fr'),
  en: textOf(values, 'en'),
});

function linkOf({ link_kind, link }: BroadcastValues): string | null {
  if (link_kind === 'none') return null;
  if (link_kind === 'home' || link_kind === 'daily') return PATHS[link_kind];
  return link.trim() || null;
}

/** Request body of a form. */
export const fieldsOf = (values: BroadcastValues): BroadcastFields => ({
  name: values.name.trim(),
  category: values.category,
  translations: translationsOf(values),
  missing_locale: values.missing_locale,
  audience: audienceOf(values),
  link: linkOf(values),
  image_id: values.image_id || null,
  urgent: values.urgent,
  ttl_seconds: Number(values.ttl),
});

/** Request for the audience preview; undefined until an audience is chosen. */
export function previewRequestOf(broadcast: BroadcastFields): AudiencePreviewRequest | undefined {
  const { audience, category, missing_locale, translations } = broadcast;
  if (!audience) return undefined;
  const complete = completeLocales(translations);
  return {
    audience,
    category,
    missing_locale,
    complete_locales: complete.length > 0 ? complete : [...LOCALES],
  };
}

/** Missing parts without which a push cannot be sent. */
export function missingOf({
  audience,
  translations,
  missing_locale,
}: BroadcastFields): ('audience' | Locale)[] {
  const complete = completeLocales(translations);
  const hasText = missing_locale === 'fallback' ? complete.includes(DEFAULT_LOCALE) : complete.length > 0;
  return [...(hasText ? [] : [DEFAULT_LOCALE]), ...(audience ? [] : (['audience'] as const))];
}

/** Text for devices of a language. */
export function shownIn(
  { translations, missing_locale }: Pick<BroadcastFields, 'translations' | 'missing_locale'>,
  locale: Locale,
): { text: BroadcastText; locale: Locale } | undefined {
  const own = translations[locale];
  if (own?.title.trim() && own.body.trim()) return { text: own, locale };
  const other = translations[DEFAULT_LOCALE];
  if (missing_locale === 'fallback' && locale !== DEFAULT_LOCALE && other)
    return { text: other, locale: DEFAULT_LOCALE };
  return own ? { text: own, locale } : undefined;
}
