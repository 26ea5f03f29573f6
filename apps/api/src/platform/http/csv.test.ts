import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { csvHeaders, csvOf } from './csv.ts';

const COLUMNS = [
  { header: { fr: 'Titre', en: 'Title' }, value: ([title]: [string, string]) => title },
  { header: { fr: 'Détail', en: 'Detail' }, value: ([, detail]: [string, string]) => detail },
];

async function* batches<Row>(...all: Row[][]) {
  yield* all;
}

async function textOf(locale: 'fr' | 'en', ...all: [string, string][][]) {
  const chunks: Buffer[] = [];
  for await (const chunk of csvOf({ locale, timeZone: 'Europe/Paris' }, COLUMNS, batches(...all)))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Independent RFC 4180 parser, so that the library isn't tested against itself. */
function parse(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${delimiter}]*))(${delimiter}|\\r\\n)`, 'gy');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it.each([
  ['fr', '29/03/2026 03:00:05', '25/10/2026 02:30:00'],
  ['en', '2026-03-29 03:00:05', '2026-10-25 02:30:00'],
] as const)(
  'writes times in the time zone of the reader across both clock changes, in %s',
  async (locale, summer, winter) => {
    const columns = [
      {
        header: { fr: 'Quand', en: 'When' },
        value: (at: string | null, moment: (at: string | null) => string) => moment(at),
      },
    ];
    const rows = ['2026-03-29T01:00:05Z', '2026-10-25T01:30:00Z', null];
    let text = '';
    for await (const chunk of csvOf({ locale, timeZone: 'Europe/Paris' }, columns, batches(rows)))
      text += Buffer.from(chunk).toString('utf8');
    expect(text.split('\r\n').slice(1)).toEqual([summer, winter, '', '']);
  },
);

describe('csvOf', () => {
  it('writes a byte order mark, headings and CRLF records, separated by semicolons in French', async () => {
    expect(await textOf('fr', [['a', 'b']])).toBe('\uFEFFTitre;Détail\r\na;b\r\n');
    expect(await textOf('en', [['a', 'b']])).toBe('\uFEFFTitle,Detail\r\na,b\r\n');
  });

  it('writes the byte order mark and the headings once for any number of batches', async () => {
    const records = 'a,b\r\nc,d\r\ne,f\r\n';
    const text = await textOf(
      'en',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [['e', 'f']],
    );
    expect(text).toBe(`\uFEFFTitle,Detail\r\n${records}`);
    expect(await textOf('en')).toBe('\uFEFFTitle,Detail\r\n');
  });

  it.each(['=1+2', '+1', '-1', '@SUM(A1)', '\t1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
    'prefixes the cell %j with an apostrophe so that spreadsheets do not run it as a formula',
    async (value) => {
      const text = await textOf('en', [['x', value]]);
      expect(parse(text.slice(1), ',')[1]).toEqual(['x', `'${value}`]);
    },
  );

  it('escapes formulas after the separators of other programs', async () => {
    const text = await textOf('en', [[';=1', 'a\t@b,-1']]);
    expect(parse(text.slice(1), ',')[1]).toEqual([";'=1", "a\t'@b,'-1"]);
  });

  it.each(['fr', 'en'] as const)(
    'keeps every text that is not a formula unchanged, in %s',
    async (locale) => {
      const values: [string, string][] = [
        ['say "hi"', '"'],
        ['a;b,c', ';'],
        ['one\ntwo', 'one\r\ntwo\rthree'],
        ['👩‍👩‍👧‍👦 fête', 'naïve – ’'],
        ['', ' blank '],
        ['1=2', "'quoted"],
        ['x', 'a,"b";\n'],
      ];
      const text = await textOf(locale, values);
      expect(parse(text.slice(1), locale === 'fr' ? ';' : ',').slice(1)).toEqual(values);
    },
  );

  it('reads rows only as fast as the client consumes them', async () => {
    let batchesRead = 0;
    async function* endless(): AsyncGenerator<[string, string][]> {
      for (;;) {
        batchesRead += 1;
        yield Array.from({ length: 100 }, () => ['x'.repeat(1000), '']);
      }
    }
    const stream = csvOf({ locale: 'en', timeZone: 'Europe/Paris' }, COLUMNS, endless());
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(batchesRead).toBeLessThan(4);
    stream.destroy();
  });

  it('aborts the response when reading the rows fails, so that the client notices', async () => {
    async function* broken(): AsyncGenerator<[string, string][]> {
      yield [['a', 'b']];
      throw new Error('gone');
    }
    const app = Fastify().get('/', (_request, reply) =>
      reply.send(csvOf({ locale: 'en', timeZone: 'Europe/Paris' }, COLUMNS, broken())),
    );
    const response = await fetch(await app.listen({ port: 0 }));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await app.close();
  });
});

it('names the CSV file in Content-Disposition', () =>
  expect(csvHeaders('items.csv')).toEqual({ 'content-disposition': 'attachment; filename="items.csv"' }));
