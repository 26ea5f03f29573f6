import { eq, inArray, sql } from 'drizzle-orm';
import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { actOnMany, lockInBatches } from './bulk.ts';

const service = useService();

const tasks = pgTable('tasks', { id: uuid().primaryKey(), is_done: boolean().notNull() });
const isOpen = eq(tasks.is_done, false);

it('applies a bulk action by filter to more rows than a statement may have parameters', async () => {
  const { db } = service();
  const expected_count = 65_540;
  await db.execute(sql`create table tasks (id uuid primary key, is_done boolean not null)`);
  await db.execute(
    sql`insert into tasks select gen_random_uuid(), false from generate_series(1, ${expected_count}::int)`,
  );
  const report = await db.transaction((tx) =>
    actOnMany(
      { filter: {}, expected_count },
      {
        count: () => tx.$count(tasks, isOpen),
        lock: (target) => lockInBatches(tx, tasks, target, () => isOpen),
        act: async (rows) => {
          const ids = rows.map(({ id }) => id);
          await tx.update(tasks).set({ is_done: true }).where(inArray(tasks.id, ids));
          return [];
        },
        missing: 'not_found',
      },
    ),
  );
  expect(report).toEqual({ count: expected_count, done: expected_count, skipped: [] });
  expect(await db.$count(tasks, isOpen)).toBe(0);
});
