import { expect, it } from 'vitest';
import { useService } from '../../../../test/harness.ts';

const service = useService();

it('imports the valid half of 50,000 rows, and rejects a table with one row more', async () => {
  const { token } = await service().superuser();
  const send = (csv: string) =>
    service().call('POST', '/users/import', { token, json: { csv, dry_run: false, partial: true } });
  const tag = crypto.randomUUID().slice(0, 8);
  const rows = Array.from({ length: 50_000 }, (_, at) =>
    at % 2 === 0 ? `m${at}.${tag}@example.com;Membre ${at}` : `m${at}.${tag};Membre ${at}`,
  );
  const tooMany = await send(`email;nom_complet\n${[...rows, 'x@example.com;x'].join('\n')}`);
  expect(tooMany.body.errors).toMatchObject([{ type: 'too_long' }]);
  const { body } = await send(`email;nom_complet\n${rows.join('\n')}`);
  expect(body).toMatchObject({ count: 50_000, created: 25_000, importable: 25_000 });
  expect([body.rejected.length, body.rows.length]).toEqual([25_000, 100]);
  const list = `/users/?search=${tag}@example.com&limit=1`;
  const { body: found } = await service().call('GET', list, { token });
  expect(found.count).toBe(25_000);
}, 60_000);
