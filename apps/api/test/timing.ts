import { expect } from 'vitest';

/** Pairs of calls per verdict; more if the first one is not clear. */
const PAIRS = 150;
const MORE_PAIRS = 600;

const WARM_UPS = 20;

/** Accepted deviation of a verdict from 0.5. */
const TOLERANCE = 0.06;

type Call = () => Promise<unknown>;

async function clock(call: Call): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** Share of pairs in which the first call is slower; 0.5 if they are indistinguishable. */
async function slowerShare(one: Call, other: Call, pairs: number): Promise<number> {
  const samples: [number, number][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) samples.push([await clock(one), await clock(other)]);
    else {
      const second = await clock(other);
      samples.push([await clock(one), second]);
    }
  }
  const wins = samples.flatMap(([a]) => samples.map(([, b]) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

/** Fails if two calls are distinguishable by their duration. */
export async function expectIndistinguishable(one: Call, other: Call): Promise<void> {
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    await one();
    await other();
  }
  const first = await slowerShare(one, other, PAIRS);
  if (Math.abs(first - 0.5) <= TOLERANCE) return;
  const second = await slowerShare(one, other, MORE_PAIRS);
  expect(Math.abs(second - 0.5)).toBeLessThanOrEqual(TOLERANCE);
}
