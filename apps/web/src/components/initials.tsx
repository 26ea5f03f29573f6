import { Avatar } from '@mantine/core';

/** Mantine's colours that are readable on their lightest shade (WCAG 2.2, 1.4.3). */
const COLORS = ['blue', 'grape', 'indigo', 'pink', 'red', 'teal', 'violet'];

/** `ÉS` for "Éloïse Saint-Exupéry", `ZL` for the address "zoe.lefevre@example.com". */
function initialsOf(name: string): string {
  const [localPart = '', domain] = name.split('@');
  const words = localPart.split(domain === undefined ? /\s+/ : /[._-]+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Avatar of a person without a picture. */
export const Initials = ({ name, size = 34 }: { name: string; size?: number }) => (
  <Avatar name={name} color="initials" allowedInitialsColors={COLORS} size={size} aria-hidden>
    <span data-drawn={initialsOf(name)} />
  </Avatar>
);
