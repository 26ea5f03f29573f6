import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';
import { clearBackoff, deferAll } from './broadcasts.sending.queries.ts';

const service = useService();

/** Creates a broadcast that is being sent, and returns a reader of its delay. */
async function sending() {
  const { token } = await service().superuser();
  const json = { name: 'Test', translations: { fr: { title: 'Bonjour', body: 'À tous' } } };
  const { id } = (await service().call('POST', '/broadcasts/', { token, json })).body;
  const { db } = service();
  await db.execute(sql`update broadcasts set status = 'sending' where id = ${id}`);
  const held = async () => {
    const [row] = await db.execute<{ seconds: number | null; setbacks: number }>(sql`
      select extract(epoch from held_until - now())::float as seconds, setbacks from broadcasts where id = ${id}`);
    return row;
  };
  return { id, db, held };
}

it('keeps the longer of two delays that a provider asks for, in either order', async () => {
  for (const pauses of [
    [60_000, 1_000],
    [1_000, 60_000],
  ]) {
    const { id, db, held } = await sending();
    for (const pause of pauses) await deferAll(db, id, { code: 'rate_limited', pause });
    const { seconds, setbacks } = (await held()) ?? {};
    expect(seconds).toBeGreaterThan(50);
    expect(setbacks).toBe(2);
  }
});

it('keeps a running delay when another batch is accepted, and clears an expired delay', async () => {
  const { id, db, held } = await sending();
  await deferAll(db, id, { code: 'rate_limited', pause: 60_000 });
  await clearBackoff(db, id);
  expect((await held())?.seconds).toBeGreaterThan(50);
  await db.execute(sql`update broadcasts set held_until = now() - interval '1 second' where id = ${id}`);
  await clearBackoff(db, id);
  expect(await held()).toEqual({ seconds: null, setbacks: 0 });
});

it('delays only the broadcast that the provider rejected', async () => {
  const [refused, other] = [await sending(), await sending()];
  await deferAll(refused.db, refused.id, { code: 'rate_limited', pause: 60_000 });
  expect((await other.held())?.seconds).toBeNull();
});
