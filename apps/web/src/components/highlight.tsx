import { folded } from '@agora/contract/shared/folded';
import classes from './highlight.module.css';

/** Folds letters like the search of the service, each to exactly one letter. */
const foldText = (text: string) => [...text].map((letter) => folded(letter)[0] ?? letter).join('');

/** Minimum length of words in which the service tolerates a typo. */
const TYPO_LENGTH_MIN = 4;

/** True if the words differ by one inserted, deleted, replaced or transposed letter. */
function isTypo(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return (
    Math.max(left.length, right.length) <= 1 ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  );
}

type Range = [start: number, end: number];

function occurrencesOf(word: string, text: string): Range[] {
  const places: Range[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    places.push([at, at + word.length]);
  return places;
}

/** Ranges of words that differ from this one by a typo. */
function typosOf(word: string, text: string): Range[] {
  if (word.length < TYPO_LENGTH_MIN) return [];
  return [...text.matchAll(/[\p{L}\p{N}]{4,}/gu)]
    .filter(([other]) => isTypo(word, other))
    .map(({ index, 0: { length } }) => [index, index + length]);
}

/** Ranges that match the words of a search, in order; adjacent ranges are merged. */
function matchesOf(text: string, search: string): Range[] {
  const letters = foldText(text);
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const all = words.flatMap((word) => {
    const places = occurrencesOf(word, letters);
    return places.length > 0 ? places : typosOf(word, letters);
  });
  const ranges: Range[] = [];
  for (const [start, end] of all.toSorted(([one], [other]) => one - other)) {
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

/** A text with the words of the search marked. */
export function Highlight({ text, search }: { text: string; search: string | undefined }) {
  const ranges = search ? matchesOf(text, search) : [];
  if (ranges.length === 0) return text;
  const letters = [...text];
  const part = (start: number, end?: number) => letters.slice(start, end).join('');
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {part(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className={classes.mark}>{part(start, end)}</mark>
        </span>
      ))}
      {part(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
