import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { expect, it } from 'vitest';
import { LATER, type NamedChange } from '../../platform/feature.ts';
import { namedChangeOf, remainingChanges } from './named-changes.ts';

type Changes = AuditLog['changes'];

const change = (name: string, rest: Partial<NamedChange>): NamedChange => ({ en: name, fr: name, ...rest });

const NAMED = [
  change('left spam', { field: 'status', from: 'spam' }),
  change('resumed', { field: 'status', from: 'paused', to: 'sending' }),
  change('sent', { field: 'status', to: 'sending' }),
  change('unplanned', { field: 'day', to: null }),
  change('scheduled', { field: 'until', to: LATER }),
  change('changed until', { field: 'until' }),
  change('changed their note', { field: 'note', isOwn: true }),
  change('changed the note', { field: 'note' }),
  change('changed themselves', { isOwn: true }),
  change('exported', { action: 'created' }),
];

const AT = '2026-01-03T10:00:00.000Z';

const nameOf = (changes: unknown, rest: Partial<AuditLog> = {}) => {
  const entry = { action: 'updated', at: AT, actor_id: 'a', entity_id: 'b', ...rest } as const;
  return namedChangeOf({ ...entry, changes: changes as Changes }, NAMED)?.en;
};

it.each([
  ['a new value', { status: ['draft', 'sending'] }, 'sent'],
  ['a previous value', { status: ['spam', 'open'] }, 'left spam'],
  ['a previous and a new value, which take precedence', { status: ['paused', 'sending'] }, 'resumed'],
  ['a removed value', { day: ['2026-01-01', null] }, 'unplanned'],
  ['a secret, whose values are unknown', { note: null }, 'changed the note'],
  ['a time more than a minute later', { until: [null, '2026-01-03T10:01:00.001Z'] }, 'scheduled'],
  ['a time at most a minute later', { until: [null, '2026-01-03T10:01:00.000Z'] }, 'changed until'],
  ['a day, which has no time', { until: [null, '2999-01-01'] }, 'changed until'],
  ['the first of two matches', { until: [null, 'x'], status: ['draft', 'sending'] }, 'sent'],
])('names a change by %s', (_case, changes, name) => expect(nameOf(changes)).toBe(name));

it('does not name a change with other values, of a secret with an expected value, or of another field', () => {
  expect(nameOf({ status: ['draft', 'ready'] })).toBeUndefined();
  expect(nameOf({ status: null })).toBeUndefined();
  expect(nameOf({ unknown: [1, 2] })).toBeUndefined();
});

it('names changes of one’s own account differently from those of other accounts', () => {
  const own = { actor_id: 'b' };
  expect(nameOf({ note: null }, own)).toBe('changed their note');
  expect(nameOf({ status: ['draft', 'sending'] }, own)).toBe('sent');
  expect(nameOf({ full_name: ['A', 'B'] }, own)).toBe('changed themselves');
  expect(nameOf({ full_name: ['A', 'B'] })).toBeUndefined();
});

it('names other actions by the action alone', () => {
  expect(nameOf({ status: [null, 'sending'] }, { action: 'created' })).toBe('exported');
  expect(nameOf({ status: [null, 'sending'] }, { action: 'deleted' })).toBeUndefined();
});

it('omits the field of the named change and those that change along with it', () => {
  const changes: Changes = {
    is_active: [true, false],
    deactivated_until: [null, '2999-01-01'],
    full_name: ['Before', 'After'],
  };
  const parts = { is_active: ['deactivated_until'] };
  expect(remainingChanges(change('deactivated', { field: 'is_active' }), changes, parts)).toEqual({
    full_name: ['Before', 'After'],
  });
  expect(Object.keys(remainingChanges(change('renamed', { field: 'full_name' }), changes))).toEqual([
    'is_active',
    'deactivated_until',
  ]);
});
