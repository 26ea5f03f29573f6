import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { AuditChanges } from '@agora/contract/shared/audited';
import { type AuditedEntity, LATER, type NamedChange } from '../../platform/feature.ts';

/** Milliseconds after its entry until which a moment is the present one. */
const PRESENT = 60_000;

const isLater = (value: unknown, at: string) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T/.test(value) &&
  Date.parse(value) - Date.parse(at) > PRESENT;

type Entry = Pick<AuditLog, 'action' | 'at' | 'changes' | 'actor_id' | 'entity_id'>;

/** Returns the first of an entity's named changes that an entry is. */
export function namedChangeOf(entry: Entry, named: readonly NamedChange[] = []): NamedChange | undefined {
  const isOwn = entry.actor_id === entry.entity_id;
  const fits = (value: unknown, wanted: NamedChange['from']) =>
    wanted === undefined || (wanted === LATER ? isLater(value, entry.at) : value === wanted);
  const isChanged = ({ field, from, to }: NamedChange): boolean => {
    if (field === undefined) return true;
    const values = entry.changes[field];
    // The values of a secret are not known.
    if (!values) return field in entry.changes && from === undefined && to === undefined;
    return fits(values[0], from) && fits(values[1], to);
  };
  return named.find(
    (change) =>
      (change.action ?? 'updated') === entry.action && (isOwn || !change.isOwn) && isChanged(change),
  );
}

/**
 * Returns the changes of fields that the name of a change leaves unsaid.
 * @param parts fields that change along with another, by that one
 */
export function besides(
  { field = '' }: NamedChange,
  changes: AuditChanges,
  parts: AuditedEntity['parts'] = {},
): AuditChanges {
  const said = new Set([field, ...(parts[field] ?? [])]);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !said.has(name)));
}
