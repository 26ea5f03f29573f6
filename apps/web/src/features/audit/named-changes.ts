import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { AuditChanges } from '@agora/contract/shared/audited';
import { type AuditedEntity, LATER, type NamedChange } from '../../platform/feature.ts';

/** A time at most this much later than its entry counts as immediate. */
const IMMEDIATE_MS = 60_000;

const isLater = (value: unknown, at: string) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T/.test(value) &&
  Date.parse(value) - Date.parse(at) > IMMEDIATE_MS;

type Entry = Pick<AuditLog, 'action' | 'at' | 'changes' | 'actor_id' | 'entity_id'>;

/** Returns the first named change of the entity that matches the entry. */
export function namedChangeOf(entry: Entry, named: readonly NamedChange[] = []): NamedChange | undefined {
  const isOwn = entry.actor_id === entry.entity_id;
  const matches = (value: unknown, expected: NamedChange['from']) =>
    expected === undefined || (expected === LATER ? isLater(value, entry.at) : value === expected);
  const isMatch = ({ field, from, to }: NamedChange): boolean => {
    if (field === undefined) return true;
    const values = entry.changes[field];
    // The log does not contain the values of a secret.
    if (!values) return field in entry.changes && from === undefined && to === undefined;
    return matches(values[0], from) && matches(values[1], to);
  };
  return named.find(
    (change) => (change.action ?? 'updated') === entry.action && (isOwn || !change.isOwn) && isMatch(change),
  );
}

/**
 * Returns the changes that a named change does not describe.
 * @param parts fields that change along with another, by the name of the other
 */
export function remainingChanges(
  { field = '' }: NamedChange,
  changes: AuditChanges,
  parts: AuditedEntity['parts'] = {},
): AuditChanges {
  const described = new Set([field, ...(parts[field] ?? [])]);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !described.has(name)));
}
