import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { AuditChanges } from '@agora/contract/shared/audited';
import type { AuditedEntity } from '../../platform/feature.ts';

/** Milliseconds after its entry until which a moment is the present one. */
const PRESENT = 60_000;

const isLater = (value: unknown, at: string) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T/.test(value) &&
  Date.parse(value) - Date.parse(at) > PRESENT;

/**
 * Returns what an entry's change is called in the product: the first of the catalogue's keys that fits. A key is an
 * action, or of an update a field with its new value (`status=sent`), its former one (`status=spam>*`), both
 * (`status=paused>sending`), any (`day=*`), or one that is secret (`password=`). `later` is a moment after the entry.
 */
export function deedOf(
  { action, at, changes }: Pick<AuditLog, 'action' | 'at' | 'changes'>,
  keys: readonly string[],
): string | undefined {
  const inKey = (value: unknown) => (isLater(value, at) ? 'later' : String(value));
  const ofField = ([field, values]: [string, AuditChanges[string]]) => {
    if (!values) return [`${field}=`];
    const [before, after] = values.map(inKey);
    return [`${before}>${after}`, `${before}>*`, after, '*'].map((value) => `${field}=${value}`);
  };
  const fitting = new Set(action === 'updated' ? Object.entries(changes).flatMap(ofField) : [action]);
  return keys.find((key) => fitting.has(key));
}

/**
 * Returns the changes of fields that the name of a deed leaves unsaid.
 * @param key that of the deed
 * @param parts fields that change along with another, by that one
 */
export function besides(
  key: string,
  changes: AuditChanges,
  parts: AuditedEntity['parts'] = {},
): AuditChanges {
  const [field = ''] = key.split('=');
  const said = new Set([field, ...(parts[field] ?? [])]);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !said.has(name)));
}
