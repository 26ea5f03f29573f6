import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/platform/http/csv.ts';
import { useService } from '../harness.ts';
import { send } from '../requests.ts';
import { OPERATIONS } from '../samples.ts';
import { createMarkedMember } from './planting.ts';

const service = useService();

const LEADS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
const FORMULAS = LEADS.flatMap((lead) => [
  `${lead}1+1`,
  `${lead}cmd|' /C calc'!A0`,
  `${lead}HYPERLINK("http://evil")`,
]);
const HARMLESS = [
  'a"b',
  'a;b',
  'a,b',
  'a\nb',
  'a\r\nb',
  '👩‍👩‍👧‍👦',
  "'quoted",
  ' =1',
  '"=1"',
  'x'.repeat(255),
];

/** Cells that a spreadsheet would evaluate. */
const COMPUTED = /^[=+\-@\t\r＝＋－＠]/;

/** An independent parser (RFC 4180), so that the library does not verify itself. */
function parse(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${delimiter}]*))(${delimiter}|\\r\\n)`, 'gy');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const exports = OPERATIONS.filter(({ route, success }) => {
  const { contentType = '' } = route.responses[success] as { contentType?: string };
  return contentType.startsWith('text/csv');
});

describe('CSV exports', () => {
  it.each(exports.map((operation) => [operation.operationId, operation] as const))(
    'escapes formulas in every column of the export %s',
    async (_name, operation) => {
      const t = service();
      const caller = await createMarkedMember(t, '=');
      await t.db.execute(sql`update users set is_superuser = true where id = ${caller.id}`);
      const { text } = await send(t, operation, await operation.sample(t, caller), caller.token);
      const cells = parse(text.slice(1), ';').flat();
      expect(cells.filter((cell) => cell.startsWith("'=marked")).length).toBeGreaterThan(0);
      expect(cells.filter((cell) => COMPUTED.test(cell))).toEqual([]);
    },
  );

  it.each([
    ['fr', ';'],
    ['en', ','],
  ])('escapes formulas in the export of items and keeps harmless texts: %s', async (locale, delimiter) => {
    const t = service();
    const { token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale } });
    for (const text of [...FORMULAS, ...HARMLESS])
      expect(
        (await t.call('POST', '/items/', { token, json: { title: text, description: text } })).status,
      ).toBe(200);
    const { text } = await t.call('GET', '/items/export?sort=created_at', { token });
    expect(text.startsWith('\ufeff')).toBe(true);
    const [, ...rows] = parse(text.slice(1), delimiter);
    expect(rows.map(([, title]) => title)).toEqual([
      ...FORMULAS.map((formula) => `'${formula}`),
      ...HARMLESS,
    ]);
    expect(rows.flat().filter((cell) => COMPUTED.test(cell))).toEqual([]);
  });

  it('escapes formulas in the export of accounts', async () => {
    const t = service();
    const { token } = await t.superuser();
    for (const full_name of FORMULAS)
      await t.call('POST', '/users/signup', {
        json: {
          email: `${LEADS[0]}${crypto.randomUUID()}@example.com`,
          password: 'correct horse',
          full_name,
        },
      });
    const [, ...rows] = parse((await t.call('GET', '/users/export', { token })).text.slice(1), ';');
    expect(rows.length).toBeGreaterThan(FORMULAS.length);
    expect(rows.flat().filter((cell) => COMPUTED.test(cell))).toEqual([]);
  });

  it('escapes formulas longer than a spreadsheet cell, and the database rejects NUL', async () => {
    const nul = service().db.execute(sql`select 'a' || chr(0)`);
    await expect(nul).rejects.toThrow('Failed query');
    async function* rows() {
      yield [`=${'x'.repeat(40_000)}`];
    }
    const columns = [{ header: { fr: 'A', en: 'A' }, value: (row: string) => row }];
    const chunks: Buffer[] = [];
    for await (const chunk of csvOf({ locale: 'en', timeZone: 'UTC' }, columns, rows()))
      chunks.push(Buffer.from(chunk));
    const [, [cell] = []] = parse(Buffer.concat(chunks).toString().slice(1), ',');
    expect(cell).toBe(`'=${'x'.repeat(40_000)}`);
  });
});
