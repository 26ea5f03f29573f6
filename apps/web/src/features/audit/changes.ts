import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { formatDay, formatMoment } from '../../platform/dates.ts';
import { t } from './audit.texts.ts';

export interface FieldChange {
  field: string;
  before: string;
  after: string;
  isSecret: boolean;
}

/** What an entry says that changed, field by field, in words. A new state tells what became of the published text. */
export const fieldChanges = ({ changes }: Pick<AuditLog, 'changes'>): FieldChange[] =>
  Object.entries(changes).flatMap(([field, values]) => {
    if (field === 'live_revision_id' && changes['status']) return [];
    return values
      ? inside(field, values[0], values[1])
      : [{ field: labelOf(field), before: '', after: '', isSecret: true }];
  });

/** Texts in several languages are fields of their own. */
function inside(field: string, before: unknown, after: unknown): FieldChange[] {
  if (!isRecord(before) && !isRecord(after))
    return [
      {
        field: labelOf(field),
        before: inWords(field, before),
        after: inWords(field, after),
        isSecret: false,
      },
    ];
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const isPath = field !== 'translations';
  return keys
    .flatMap((key) => inside(key, old[key] ?? null, now[key] ?? null))
    .filter((change) => change.before !== change.after)
    .map((change) => (isPath ? { ...change, field: `${labelOf(field)} · ${change.field}` } : change));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LABELS: ReadonlySet<string> = new Set([
  'email',
  'pending_email',
  'full_name',
  'is_active',
  'is_superuser',
  'locale',
  'must_change_password',
  'invitation_expires_at',
  'deactivated_until',
  'deactivation_reason',
  'password',
  'description',
  'day',
  'status',
  'link',
  'missing_locale',
  'category',
  'assignee_id',
  'entry_count',
  'messages_blocked_at',
  'bodies',
  'position',
  'body',
  'author',
  'content',
  'live_revision_id',
  'slug',
  'category_id',
  'visible_from',
  'visible_to',
  'pinned_until',
  'name_fr',
  'name_en',
  'color',
  'device',
  'sessions',
  'password_link',
  'image_id',
  'name',
  'audience',
  'everyone',
  'member_ids',
  'exclude_member_ids',
  'joined',
  'after',
  'before',
  'locales',
  'platforms',
  'app_version',
  'last_seen_days',
  'gte',
  'lt',
  'min',
  'max',
  'urgent',
  'ttl_seconds',
  'source',
  'source_id',
  'schedule_mode',
  'scheduled_local',
  'scheduled_at',
  'time_zone',
  'late_policy',
  'fr',
  'en',
]);

const wordFor = (name: string) => (t as unknown as Record<string, string>)[name] ?? name;

function labelOf(field: string): string {
  if (field === 'title') return t.title_;
  return LABELS.has(field) ? wordFor(field) : field;
}

const WORDS: ReadonlySet<string> = new Set([
  'locale',
  'status',
  'missing_locale',
  'category',
  'source',
  'schedule_mode',
  'late_policy',
]);

function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (WORDS.has(field)) return wordFor(value);
  if (field === 'day') return formatDay(value, { dateStyle: 'long' });
  return /_(at|until|from|to)$/.test(field) ? formatMoment(value) : value;
}
