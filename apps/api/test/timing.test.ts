import { describe, expect, it } from 'vitest';
import { randomEmail, useService } from './harness.ts';

/** Pairs of calls; more of them when the first verdict is not clear. */
const PAIRS = 150;
const MORE_PAIRS = 600;

const service = useService();

type Call = () => Promise<unknown>;

async function clock(call: Call): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** How often the one is slower than the other, 0.5 when nobody can tell them apart. */
async function distinguishability(known: Call, unknown: Call, pairs: number): Promise<number> {
  const samples: [number, number][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) samples.push([await clock(known), await clock(unknown)]);
    else {
      const second = await clock(unknown);
      samples.push([await clock(known), second]);
    }
  }
  const wins = samples.flatMap(([a]) => samples.map(([, b]) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

async function expectIndistinguishable(known: Call, unknown: Call) {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) {
    await known();
    await unknown();
  }
  const first = await distinguishability(known, unknown, PAIRS);
  if (Math.abs(first - 0.5) <= 0.06) return;
  expect(Math.abs((await distinguishability(known, unknown, MORE_PAIRS)) - 0.5)).toBeLessThanOrEqual(0.06);
}

describe('how long an answer takes tells nobody whether an address has an account', () => {
  it('at sign-in with a wrong password', { timeout: 120_000 }, async () => {
    const { email } = await service().member();
    const stranger = randomEmail();
    const attempt = (username: string) => () =>
      service().call('POST', '/login/access-token', { form: { username, password: 'wrong wrong' } });
    await expectIndistinguishable(attempt(email), attempt(stranger));
  });

  it('at password recovery', { timeout: 120_000 }, async () => {
    const { email } = await service().member();
    const stranger = randomEmail();
    const recover = (address: string) => () => service().call('POST', `/password-recovery/${address}`);
    await expectIndistinguishable(recover(email), recover(stranger));
  });
});
