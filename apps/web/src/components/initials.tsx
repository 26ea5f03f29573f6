import classes from './initials.module.css';

/** A hue for each name, always the same. */
const hueOf = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

const initialsOf = (name: string) => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
};

/** Stands for a person where there is no picture. */
export function Initials({ name, size = 34 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.initials}
      style={{ '--hue': hueOf(name), '--size': `${size}px` } as React.CSSProperties}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  );
}
