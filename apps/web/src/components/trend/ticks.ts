/**
 * Ticks of an axis up to a value: at most five intervals, each one of the steps or a multiple of the last
 * step.
 */
export function ticksOf(steps: readonly number[], maximum: number): number[] {
  const last = steps.at(-1) ?? 1;
  const step = steps.find((step) => maximum <= 5 * step) ?? Math.ceil(maximum / 5 / last) * last;
  return Array.from({ length: Math.max(1, Math.ceil(maximum / step)) + 1 }, (_, index) => index * step);
}
