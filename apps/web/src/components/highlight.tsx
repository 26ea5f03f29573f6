import classes from './highlight.module.css';

/** Normalises letters as the service's search does: without accents and case, one for one. */
const plain = (text: string) =>
  [...text].map((letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()[0] ?? letter);

/** Index of `search` in `text`, or -1. */
function indexOf(text: string, search: string): number {
  const letters = plain(text);
  const wanted = plain(search);
  return letters.findIndex((_letter, start) =>
    wanted.every((letter, index) => letters[start + index] === letter),
  );
}

/** A text with the matches of the search marked. */
export function Highlight({ text, search }: { text: string; search: string | undefined }) {
  const start = search ? indexOf(text, search) : -1;
  if (!search || start < 0) return text;
  const letters = [...text];
  const end = start + [...search].length;
  return (
    <>
      {letters.slice(0, start).join('')}
      <mark className={classes.mark}>{letters.slice(start, end).join('')}</mark>
      {letters.slice(end).join('')}
    </>
  );
}
