import { expect, it } from 'vitest';
import { besides, deedOf } from './audit-deeds.ts';

const AT = '2026-01-03T10:00:00.000Z';
const KEYS = [
  'status=spam>*',
  'status=paused>sending',
  'status=sending',
  'day=null',
  'until=later',
  'until=*',
  'note=',
];

const deed = (changes: Parameters<typeof besides>[1], keys = KEYS) =>
  deedOf({ action: 'updated', at: AT, changes }, keys);

it.each([
  ['a new value', { status: ['draft', 'sending'] }, 'status=sending'],
  ['a former value', { status: ['spam', 'open'] }, 'status=spam>*'],
  ['a former and a new value, which come first', { status: ['paused', 'sending'] }, 'status=paused>sending'],
  ['a value that is gone', { day: ['2026-01-01', null] }, 'day=null'],
  ['a secret', { note: null }, 'note='],
  ['a moment more than a minute later', { until: [null, '2026-01-03T10:01:00.001Z'] }, 'until=later'],
  ['a moment at most a minute later', { until: [null, '2026-01-03T10:01:00.000Z'] }, 'until=*'],
  ['a day, which is no moment', { until: [null, '2999-01-01'] }, 'until=*'],
  [
    'the first of two fields in the catalogue',
    { until: [null, 'x'], status: ['draft', 'sending'] },
    'status=sending',
  ],
] as const)('names a change by %s', (_case, changes, key) => {
  expect(deed(changes as unknown as Parameters<typeof besides>[1])).toBe(key);
});

it('names no deed for other values, and other actions by themselves', () => {
  expect(deed({ status: ['draft', 'ready'] })).toBeUndefined();
  expect(deed({ unknown: [1, 2] })).toBeUndefined();
  const created = { action: 'created', at: AT, changes: { status: [null, 'sending'] } } as const;
  expect(deedOf({ ...created, changes: { status: [null, 'sending'] } }, KEYS)).toBeUndefined();
  expect(deedOf({ ...created, changes: {} }, ['created', ...KEYS])).toBe('created');
});

it('leaves out the field of the deed and those that change along with it', () => {
  const changes: Parameters<typeof besides>[1] = {
    is_active: [true, false],
    deactivated_until: [null, '2999-01-01'],
    full_name: ['Before', 'After'],
  };
  expect(besides('is_active=false', changes, { is_active: ['deactivated_until'] })).toEqual({
    full_name: ['Before', 'After'],
  });
  expect(Object.keys(besides('full_name=*', changes))).toEqual(['is_active', 'deactivated_until']);
});
