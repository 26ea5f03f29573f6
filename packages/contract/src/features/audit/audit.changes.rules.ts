import type { AuditChanges } from '../../shared/audited.ts';

export interface FieldChange {
  field: string;
  before: string;
  after: string;
  isSecret: boolean;
}

/** Formatting of changes: names of fields and enumerated values, labels of ids, and the format of other values. */
export interface ChangeWords {
  names: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
  nothing: string;
  yes: string;
  no: string;
  day: (date: string) => string;
  moment: (instant: string) => string;
}

/** Changes of an entry in words, one per field. A change of status already covers the live revision. */
export const fieldChanges = (changes: AuditChanges, words: ChangeWords): FieldChange[] =>
  Object.entries(changes).flatMap(([field, values]) => {
    if (field === 'live_revision_id' && changes['status']) return [];
    return values
      ? inside(words, field, values[0], values[1])
      : [{ field: words.names[field] ?? field, before: '', after: '', isSecret: true }];
  });

/** Splits translations into one field per language. */
function inside(words: ChangeWords, field: string, before: unknown, after: unknown): FieldChange[] {
  const label = words.names[field] ?? field;
  if (!isRecord(before) && !isRecord(after)) {
    const inWords = (value: unknown) => wordsFor(words, field, value);
    return [{ field: label, before: inWords(before), after: inWords(after), isSecret: false }];
  }
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const isPath = field !== 'translations';
  return keys
    .flatMap((key) => inside(words, key, old[key] ?? null, now[key] ?? null))
    .filter((change) => change.before !== change.after)
    .map((change) => (isPath ? { ...change, field: `${label} · ${change.field}` } : change));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields with enumerated values. */
const CHOICES: ReadonlySet<string> = new Set([
  'locale',
  'status',
  'missing_locale',
  'category',
  'source',
  'schedule_mode',
  'late_policy',
  'permissions',
]);

function wordsFor(words: ChangeWords, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((each) => wordsFor(words, field, each)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/_ids?$/.test(field)) return words.labels[value] ?? value;
  if (CHOICES.has(field)) return words.names[value] ?? value;
  if (/^day$|_on$/.test(field)) return words.day(value);
  return /_(at|until|from|to)$/.test(field) ? words.moment(value) : value;
}
