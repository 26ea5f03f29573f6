import { globSync, readFileSync } from 'node:fs';
import { openApiDocument } from '@agora/contract/openapi';
import { parseSync } from 'oxc-parser';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { useService } from '../harness.ts';
import { OPERATIONS } from '../samples.ts';
import { fire, fireAll, shotOfText } from './fuzz.ts';
import { ALL_FIELDS, type Field, labelOf } from './operations.ts';

const service = useService();

const ROOT = new URL('../../../../', import.meta.url).pathname;

/** Milliseconds per verdict, sufficient for machines without a native binary of recheck. */
const TIMEOUT_MS = 100_000;

/** Milliseconds: far below quadratic time for texts of this length, far above linear time. */
const LIMIT_MS = 500;
const LENGTH = 50_000;
/** Length in characters that fits into a URL of 8 KiB when percent-encoded. */
const LENGTH_IN_ADDRESS = 2_000;

/** Attempts until a text counts as slow, since the machine may be busy. */
const ATTEMPTS = 10;

/** Typical attack strings: a repeated piece, followed by another character. */
const PIECES = ['a', '0', ' ', '@', '.', '/', '%', '"', '\\', 'a.', 'a@', 'é'];
const ENDS = ['!', '@a.b'];

interface Expression {
  pattern: string;
  flags: string;
}

/** All objects in a syntax tree or a schema, outermost first. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const sources = globSync('{apps,packages}/*/{src,public,vite}/**/*.{ts,tsx,js}', { cwd: ROOT }).filter(
  (path) => !/\.test\.tsx?$/.test(path),
);
const trees = sources.map(
  (path) => [path, objectsIn(parseSync(path, readFileSync(ROOT + path, 'utf8')).program)] as const,
);

const isConstructed = (node: object) =>
  'callee' in node && (node.callee as { name?: string }).name === 'RegExp';

const written = trees.flatMap(([, nodes]) =>
  nodes.flatMap((node) => ('regex' in node && node.regex ? [node.regex as Expression] : [])),
);
const declared = objectsIn(openApiDocument({ title: 'Agora', local: true })).flatMap((schema) =>
  'pattern' in schema && typeof schema.pattern === 'string' ? [{ pattern: schema.pattern, flags: 'u' }] : [],
);
const expressions = new Map(
  [...written, ...declared].map((found) => [`/${found.pattern}/${found.flags}`, found]),
);

describe('regular expressions', () => {
  it('writes every regular expression as a literal, so that it can be checked', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(expressions.size).toBeGreaterThan(50);
    expect(trees.filter(([, nodes]) => nodes.some(isConstructed)).map(([path]) => path)).toEqual([]);
  });

  it.each([...expressions])(
    'matches in linear time: %s',
    { timeout: TIMEOUT_MS },
    async (_name, { pattern, flags }) => {
      const { status } = await check(pattern, flags, { timeout: TIMEOUT_MS });
      expect(status).toBe('safe');
    },
  );
});

/** Each piece with one of the ends, with another one at the next operation. */
const wordsFor = ({ operation, place }: Field): string[] => {
  const length = place === 'body' ? LENGTH : LENGTH_IN_ADDRESS;
  const turn = OPERATIONS.indexOf(operation);
  return PIECES.map(
    (piece, index) => piece.repeat(length / piece.length) + ENDS[(index + turn) % ENDS.length],
  );
};

const attacked = OPERATIONS.filter((operation) => ALL_FIELDS.some((field) => field.operation === operation));

it.each(attacked.map((operation) => [operation.operationId, operation] as const))(
  'responds to worst-case texts without delay in %s',
  { timeout: TIMEOUT_MS },
  async (_name, operation) => {
    const t = service();
    const caller = await t.colleague();
    const sample = await operation.sample(t, caller);
    const fields = ALL_FIELDS.filter((field) => field.operation === operation);
    const shots = fields.flatMap((field) => wordsFor(field).map((word) => shotOfText(field, word)));
    await fireAll(shots, 1, async (volley) => {
      const times: number[] = [];
      for (;;) {
        const start = performance.now();
        const answer = await fire(t, volley, sample, caller);
        times.push(performance.now() - start);
        expect(answer.status).toBeLessThan(500);
        if (Math.min(...times) <= LIMIT_MS) return answer;
        const words = volley.map(({ field, written }) => `${labelOf(field)} ${written.slice(0, 30)}`);
        expect(times.length, words.join()).toBeLessThan(ATTEMPTS);
      }
    });
  },
);
