import { t as audience } from '../audience/broadcasts.audience.texts.ts';
import { describeAudience } from '../broadcast-text.ts';
import { t as broadcast, categoryText } from '../broadcasts.texts.ts';
import { type BroadcastValues, fieldsOf, valuesOf } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';
import { ttlText } from './ttl-text.ts';

/** Values that are resolved together in a conflict. */
export const BROADCAST_PARTS = {
  fr: ['fr_title', 'fr_body'],
  en: ['en_title', 'en_body'],
  audience: [
    'who',
    'segment_id',
    'segment_name',
    'locales',
    'platforms',
    'version_gte',
    'version_lt',
    'seen_max',
    'seen_min',
    'joined_from',
    'joined_to',
    'unopened_last',
    'member_ids',
    'exclude_member_ids',
  ],
  link: ['link_kind', 'link'],
  image_id: ['image_id', 'image'],
  name: ['name'],
  category: ['category'],
  missing_locale: ['missing_locale'],
  urgent: ['urgent'],
  ttl_seconds: ['ttl'],
} as const satisfies Record<string, readonly (keyof BroadcastValues)[]>;
type BroadcastPart = keyof typeof BROADCAST_PARTS;

/** Normalised as the API returns it, without the picture's address. */
export const normal = (values: BroadcastValues): BroadcastValues => valuesOf(fieldsOf(values));

export function partLabel(part: BroadcastPart): string {
  const labels: Record<BroadcastPart, string> = {
    fr: broadcast.fr,
    en: broadcast.en,
    audience: audience.audience,
    link: t.leadsTo,
    image_id: t.picture,
    name: t.name,
    category: broadcast.category,
    missing_locale: t.missingRule,
    urgent: t.quiet,
    ttl_seconds: t.ttl,
  };
  return labels[part];
}

export function partText(values: BroadcastValues, part: BroadcastPart): string {
  const fields = fieldsOf(values);
  switch (part) {
    case 'fr':
    case 'en': {
      const text = fields.translations[part];
      return text ? `${text.title}\n${text.body}` : '';
    }
    case 'audience':
      return describeAudience(fields.audience, values.segment_name).join('\n');
    case 'link':
    case 'name':
      return fields[part] ?? '';
    case 'image_id':
      return fields.image_id ? t.picture : '';
    case 'category':
      return categoryText(fields.category);
    case 'missing_locale':
      return fields.missing_locale === 'skip' ? t.skip : t.fallbackHint;
    case 'urgent':
      return fields.urgent ? t.quietUrgent : t.quietWait;
    case 'ttl_seconds':
      return ttlText(fields.ttl_seconds);
  }
}
