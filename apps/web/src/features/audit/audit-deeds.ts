import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import type { AuditChanges } from '@agora/contract/shared/audited';

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

/** Fields that change by the deed of another, and are said by its name. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  is_active: ['deactivated_until', 'deactivation_reason'],
  password: ['must_change_password', 'invitation_expires_at', 'pending_email'],
  email: ['pending_email'],
  status: [
    'visible_from',
    'live_revision_id',
    'schedule_mode',
    'scheduled_local',
    'time_zone',
    'scheduled_at',
    'late_policy',
  ],
  visible_from: ['status', 'live_revision_id'],
};

/** The changes of fields that the name of a deed leaves unsaid. @param key that of the deed */
export function besides(key: string, changes: AuditChanges): AuditChanges {
  const [field = ''] = key.split('=');
  const said = new Set([field, ...(PARTS[field] ?? [])]);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !said.has(name)));
}
