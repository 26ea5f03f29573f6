import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_FIELDS } from '../attack/operations.ts';
import { useService } from '../harness.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { type Case, casesOf, wireOf } from './cases.ts';
import { readBefore, verdictOn } from './checks.ts';
import { readDocument, type Target } from './document.ts';
import { createPeople, type People } from './people.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const CASES = Number(process.env['FUZZ_CASES'] ?? 3_000);
/** Path of a failed case, from its report, to reproduce it. */
const PATH = process.env['FUZZ_PATH'];

/** Milliseconds per case on a busy machine, and for the setup. */
const MS_PER_CASE = 300;
const SETUP_MS = 60_000;

/** Maximum length of a body in a report. */
const LONGEST = 3000;

/** Cases between two resets of the database. */
const RESET_INTERVAL = 300;

/** Number of cases of which at least one must succeed. */
const MIN_CASES = 60;

const service = useService();
let people: People;
let targets: Target[];

beforeAll(async () => {
  people = await createPeople(service());
  targets = await readDocument(service());
});
afterAll(async () => {
  expect((await service().call('GET', '/utils/health-check/')).body).toBe(true);
});

/** More fields get more cases; fewer if passwords are hashed, 6 to 9 ms each. */
function weightOf(operation: Operation): number {
  const names = ALL_FIELDS.filter((field) => field.operation === operation).map(({ path }) => path.at(-1));
  const hashes = /password|invit/.test([operation.operationId, ...names].join());
  return (3 + names.length) / (hashes ? HASHING : 1);
}

const HASHING = 4;

/** Excludes uploads: files are not JSON and have their own tests. */
const FUZZED = OPERATIONS.filter(
  ({ route }) => !('contentType' in route && route.contentType === 'multipart/form-data'),
);

const TOTAL = FUZZED.reduce((sum, operation) => sum + weightOf(operation), 0);
const SHARES = FUZZED.map(
  (operation) => [operation.operationId, Math.ceil((CASES * weightOf(operation)) / TOTAL)] as const,
);

/** Sends one request and throws on an incorrect response. */
async function sendCase(target: Target, drawn: Case): Promise<number> {
  const t = service();
  const scene = await people.sceneOf(target.operation, drawn.role);
  const wire = wireOf(target, drawn, scene.sample);
  const round = { t, people, targets, target, drawn, scene, wire };
  const before = await readBefore(round);
  const { method, url, fields: _, ...options } = wire;
  const token = drawn.role === 'anonymous' ? undefined : scene.caller.token;
  const answer = await t.call(method, url, { ...options, token });
  const verdict = await verdictOn({ ...round, before, answer });
  if (verdict) {
    const { payload = '' } = wire;
    const [sent, received] = [payload, answer.text].map((text) => text.slice(0, LONGEST));
    throw new Error(`The response ${verdict}\n${method} ${url}\n${sent}\n\n${answer.status} ${received}`);
  }
  if (method !== 'GET' && answer.status < 300) people.renew();
  return answer.status;
}

describe(`FUZZ_SEED=${SEED} FUZZ_CASES=${CASES}`, () => {
  it('fuzzes every operation of the served OpenAPI document', () => {
    expect(targets.map(({ id }) => id)).toEqual(SHARES.map(([id]) => id));
  });

  it.each(SHARES)(
    'handles fuzzed requests of %s as documented (%i cases)',
    { timeout: SETUP_MS + CASES * MS_PER_CASE },
    async (id, numRuns) => {
      const target = targets.find((other) => other.id === id) as Target;
      const statuses = new Set<number>();
      let sentCases = 0;
      const property = fc.asyncProperty(casesOf(target, targets), async (drawn) => {
        if (sentCases++ % RESET_INTERVAL === 0) await people.clear();
        statuses.add(await sendCase(target, drawn));
      });
      await fc.assert(property, {
        seed: SEED,
        numRuns,
        interruptAfterTimeLimit: numRuns * MS_PER_CASE + SETUP_MS / 2,
        markInterruptAsFailure: true,
        ...(PATH !== undefined && { path: PATH }),
      });
      if (sentCases < MIN_CASES) return;
      const hasFields = ALL_FIELDS.some(({ operation }) => operation === target.operation);
      const wanted = [target.operation.success, ...(hasFields ? [422] : [])];
      expect([...statuses]).toEqual(expect.arrayContaining(wanted));
    },
  );
});
