import { describe, expect, it } from 'vitest';
import { ticksOf } from './ticks.ts';

describe('the ticks of an axis with steps', () => {
  const STEPS = [15, 60, 1440];

  it.each([
    [0, [0, 15]],
    [40, [0, 15, 30, 45]],
    [75, [0, 15, 30, 45, 60, 75]],
    [76, [0, 60, 120]],
    [3000, [0, 1440, 2880, 4320]],
    [20_000, [0, 4320, 8640, 12_960, 17_280, 21_600]],
  ])('returns ticks up to %i', (most, ticks) => {
    expect(ticksOf(STEPS, most)).toEqual(ticks);
  });
});
