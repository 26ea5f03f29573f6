import type { DayOrder } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { folded } from '@agora/contract/shared/folded';

/** A time of day after a date, which spreadsheets add. */
const TIME =
  /[T ,] ?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/i;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const DAY_BEFORE_WORD =
  /^(?:[a-z]+\.?,? )?(\d{1,2})(?:er|st|nd|rd|th)?[-/. ]{1,2}([a-z]{3,9})\.?[-/, ]{1,2}(\d{4}|\d{2})$/;
const DAY_BEHIND_WORD = /^(?:[a-z]+\.?,? )?([a-z]{3,9})\.?[- ](\d{1,2})(?:st|nd|rd|th)?,?[- ](\d{4}|\d{2})$/;

const MONTHS = ['fr', 'en'].map((locale) => {
  const words = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => folded(words.format(Date.UTC(2000, month))));
});

/** Number of the month whose name in either language begins with a word. */
function monthOf(word: string): string | undefined {
  for (const names of MONTHS) {
    const found = names.flatMap((name, index) => (name.startsWith(word) ? [index + 1] : []));
    if (found.length === 1) return String(found[0]);
  }
  return undefined;
}

const iso = (year: string, month: string, day: string) =>
  `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const withoutTime = (cell: string) => cell.trim().replace(TIME, '');

/**
 * The ISO date of a cell as spreadsheets and people write it; any other text as it is. Years of two digits are of this
 * century.
 */
export function isoDayOf(cell: string, order: DayOrder): string {
  const text = withoutTime(cell);
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year) return iso(year, month, day);
  const [, first = '', second = '', of = ''] = NUMBERS.exec(text) ?? [];
  if (of) return order === 'dmy' ? iso(of, second, first) : iso(of, first, second);
  const words = folded(text);
  const [, before = '', word = '', its = ''] = DAY_BEFORE_WORD.exec(words) ?? [];
  const [, name = '', behind = '', ofIt = ''] = DAY_BEHIND_WORD.exec(words) ?? [];
  const named = monthOf(word || name);
  return named ? iso(its || ofIt, named, before || behind) : cell;
}

/** The order of day and month in a column of dates; undefined if ambiguous. */
export function dayOrderOf(cells: readonly string[]): DayOrder | undefined {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = NUMBERS.exec(withoutTime(cell)) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  const canBe = (order: DayOrder) =>
    pairs.every((pair) => pair[order === 'dmy' ? 1 : 0] <= 12 && pair[order === 'dmy' ? 0 : 1] <= 31);
  const isSymmetric = pairs.every(([first, second]) => first === second);
  if (canBe('dmy') && canBe('mdy')) return isSymmetric ? 'dmy' : undefined;
  return canBe('mdy') ? 'mdy' : 'dmy';
}
