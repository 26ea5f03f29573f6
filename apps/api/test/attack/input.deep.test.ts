import { randomUUID } from 'node:crypto';
import { normalizeEmail } from '@agora/contract/shared/email';
import { trimmed } from '@agora/contract/shared/fields';
import { afterAll, expect, it } from 'vitest';
import { type Answer, useService } from '../harness.ts';
import { type Sample } from '../requests.ts';
import { OPERATIONS } from '../samples.ts';
import { fire, fireAll, type Shot, shotsAt } from './fuzz.ts';
import { ALL_FIELDS, isOf, labelOf } from './operations.ts';

const service = useService();
afterAll(async () => {
  expect((await service().call('GET', '/utils/health-check/')).body).toBe(true);
});

/** Milliseconds for the hundreds of requests of one route, some of which hash a password. */
const TIMEOUT_MS = 180_000;

/** Concurrent requests. */
const LANES = 4;

/** Response fields with another name than in the request. */
const SHOWN_AS: Record<string, string> = { reason: 'deactivation_reason' };

/** Difference between an accepted text and the stored one, except documented normalisation and trimming. */
function differenceIn({ field, text }: Shot, { status, body }: Answer): unknown {
  const name = field.path.at(-1) ?? '';
  const shown = typeof body === 'object' && body?.[SHOWN_AS[name] ?? name];
  if (status >= 300 || text === undefined || typeof shown !== 'string' || !isOf(field.schema, 'string'))
    return undefined;
  const kept = field.schema.format === 'trimmed' ? trimmed(text) : text;
  const expected = name === 'email' ? normalizeEmail(text) : kept;
  return shown === expected ? undefined : { sent: text, shown };
}

/** Implementation details that must not appear in a response. */
const INTERNALS =
  /select |insert |update |at .*\.[jt]s:|pg_|constraint|node_modules|drizzle|\/srv\/|\/apps\//i;

/** Removes echoed input: those values are the caller's own. */
const withoutEcho = (answer: Answer) =>
  answer.status === 422
    ? JSON.stringify(answer.body.detail.map(({ input: _input, ...entry }: { input: unknown }) => entry))
    : answer.text;

const REFUSAL = ['code', 'detail', 'request_id'];

/** Additional fields of some error responses. */
const DETAILS = new Set(['allowed', 'conflict', 'devices', 'missed', 'missing', 'occupant']);

function problemWith(answer: Answer): unknown {
  const { status, body } = answer;
  if (status >= 500) return { status, body };
  if (
    status >= 400 &&
    (Object.keys(body)
      .filter((key) => !DETAILS.has(key))
      .sort()
      .join() !== REFUSAL.join() ||
      INTERNALS.test(withoutEcho(answer)))
  )
    return answer.text;
  return undefined;
}

/** The same request as a new message: a repeated client token would return the earlier one. */
const asNew = (sample: Sample): Sample =>
  sample.json && typeof sample.json === 'object' && 'client_token' in sample.json
    ? { ...sample, json: { ...sample.json, client_token: randomUUID() } }
    : sample;

const attacked = OPERATIONS.filter((operation) => ALL_FIELDS.some((field) => field.operation === operation));

it.each(attacked.map((operation) => [operation.operationId, operation] as const))(
  'rejects hostile values or stores them unchanged: %s',
  { timeout: TIMEOUT_MS },
  async (_name, operation) => {
    const caller = await service().colleague();
    const sample = await operation.sample(service(), caller);
    const fields = ALL_FIELDS.filter((field) => field.operation === operation);
    const problems: unknown[] = [];
    await fireAll(fields.flatMap(shotsAt), LANES, async (shots) => {
      const answer = await fire(service(), shots, asNew(sample), caller);
      const problem = problemWith(answer);
      for (const shot of shots) {
        const found = problem ?? differenceIn(shot, answer);
        if (found) problems.push([labelOf(shot.field), shot.written.slice(0, 100), found]);
      }
      return answer;
    });
    expect(problems).toEqual([]);
  },
);
