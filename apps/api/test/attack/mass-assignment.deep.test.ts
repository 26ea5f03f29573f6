import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, type Answer, type TestService, useService } from '../harness.ts';
import { pathOf, type Sample } from '../requests.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { allRowsOf, type Column, columnsOf, empty, type Row } from './database.ts';
import { fieldsOf } from './operations.ts';

const service = useService();

/** Names of privileges in other products, and built-in property names of objects. */
const MORE_NAMES = [
  'role',
  'roles',
  'is_admin',
  'permissions',
  'hashed_password',
  'constructor',
  'prototype',
];

/** Value that no row may contain afterwards. */
const TEXT = 'mass-assigned';
const NUMBER = 1_987_654_321;
const MOMENT = '1999-09-09T09:09:09.999Z';

let columns: Column[];
let stranger: Account;
beforeAll(async () => {
  columns = await columnsOf(service());
});
beforeEach(async () => {
  await empty(service(), columns);
  stranger = await service().member();
});

function valueOf({ type, column }: Column): unknown {
  if (type === 'uuid') return stranger.id;
  if (type === 'boolean') return column !== 'is_active';
  if (type.startsWith('timestamp')) return MOMENT;
  return type === 'text' ? TEXT : NUMBER;
}

/** All stored columns by name, except those that the route accepts. */
function extrasFor(operation: Operation): Record<string, unknown> {
  const documented = new Set(fieldsOf(operation, 'body').map(({ path }) => path[0]));
  const names = [
    ...columns.map((column) => [column.column, valueOf(column)] as const),
    ...MORE_NAMES.map((name) => [name, { is_superuser: true, name: TEXT }] as const),
  ];
  return Object.fromEntries(names.filter(([name]) => !documented.has(name)));
}

/** Sends a sample with extra fields, serialised as text: `__proto__` is an ordinary field there. */
function sendWith(operation: Operation, sample: Sample, extras: Record<string, unknown>, token: string) {
  const { method } = operation.route;
  const path = pathOf(operation.route, sample);
  if (sample.form)
    return service().call(method, path, {
      token,
      form: {
        ...sample.form,
        ...Object.fromEntries(Object.entries(extras).map(([name, value]) => [name, String(value)])),
      },
    });
  const fields = JSON.stringify({ ...(sample.json as object), ...extras }).slice(0, -1);
  const proto = Object.keys(extras).length > 0 ? ',"__proto__":{"is_superuser":true}' : '';
  return service().call(method, path, {
    token,
    payload: `${fields}${proto}}`,
    headers: { 'content-type': 'application/json' },
  });
}

interface Effect {
  answer: Answer;
  /** Inserted or changed rows. */
  rows: Row[];
  /** Comparable part of the effect: changed columns, and values of flags. */
  shape: string[];
}

/** Counters, jobs, and the number of colleagues to alert differ between calls. */
const UNSTEADY = new Set([
  'rate_limits',
  'row_counts',
  'device_counts',
  'tallies',
  'changed_moments',
  'jobs',
  'alerts',
]);

/** Changes in the database caused by a call. */
async function effectOf(operation: Operation, caller: Account, isAttack: boolean): Promise<Effect> {
  const t = service();
  // The database was emptied: the first superuser does not exist.
  const stage: TestService = Object.assign(Object.create(t), { superuser: t.colleague });
  const sample = await operation.sample(stage, caller);
  const before = await allRowsOf(service(), columns);
  const answer = await sendWith(operation, sample, isAttack ? extrasFor(operation) : {}, caller.token);
  const after = await allRowsOf(service(), columns);
  const rows: Row[] = [];
  const shape: string[] = [];
  for (const [table, now] of after) {
    const known = new Map(before.get(table)?.map((row) => [keyOf(row), row]));
    for (const row of now.filter((row) => JSON.stringify(row) !== JSON.stringify(known.get(keyOf(row))))) {
      rows.push(row);
      if (!UNSTEADY.has(table)) shape.push(`${table}: ${differences(known.get(keyOf(row)) ?? {}, row)}`);
    }
  }
  return { answer, rows, shape: shape.sort() };
}

const keyOf = ({ id, key, article_id, slug, locale, user_id }: Row) =>
  String(id ?? key ?? (article_id === undefined ? user_id : [article_id, slug, locale, user_id].join()));

const differences = (before: Row, after: Row) =>
  Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => (typeof after[name] === 'boolean' ? `${name}=${after[name]}` : name))
    .join(' ');

const withBody = OPERATIONS.filter((operation) => fieldsOf(operation, 'body').length > 0);

it.each(withBody.map((operation) => [operation.operationId, operation] as const))(
  'ignores undeclared fields in the body of %s',
  async (_name, operation) => {
    for (const role of ['member', 'colleague'] as const) {
      const plain = await effectOf(operation, await service()[role](), false);
      const attack = await effectOf(operation, await service()[role](), true);
      expect([role, attack.answer.status, attack.shape]).toEqual([role, plain.answer.status, plain.shape]);
      const stored = JSON.stringify(attack.rows);
      for (const canary of [TEXT, String(NUMBER), MOMENT.slice(0, 10), stranger.id])
        expect(stored).not.toContain(canary);
      expect(({} as { is_superuser?: boolean }).is_superuser).toBeUndefined();
    }
  },
);
