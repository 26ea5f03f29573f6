/** Minutes in each unit, the largest first. */
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/**
 * `12 min`, `5 h 30 min` or `9 j 22 h`, in English `12m`, `5h 30m` or `9d 22h`: in the largest unit that fits and the
 * next one.
 * @param tag a regional language
 */
export function formatMinutes(minutes: number, tag: string): string {
  const fitting = UNITS.findIndex(([, size]) => minutes >= size);
  const units = UNITS.slice(fitting < 0 ? -1 : fitting).slice(0, 2);
  const [, precision] = units.at(-1) ?? UNITS[2];
  let left = Math.round(minutes / precision) * precision;
  // `Intl` would spell out English units, which are too wide for a figure, and omit the spaces in French.
  const unitDisplay = tag.startsWith('en') ? 'narrow' : 'short';
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return { unit, count };
  });
  return parts
    .filter(({ count }, index) => count > 0 || (index === 0 && parts.length === 1))
    .map(({ unit, count }) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).format(count))
    .join('\u00a0');
}
