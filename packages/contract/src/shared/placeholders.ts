import type { Locale } from './locale.ts';

/** Placeholders of a text for several members; each stands for the recipient's first name. */
export const PLACEHOLDERS = ['{prénom}', '{first_name}'] as const;

/** Their names as people type them: without accents, in any case, with a space or nothing between words. */
const NAMES = new Set(['prenom', 'firstname']);

/** A name in one or two pairs of braces, with the preceding space, which is removed along with an empty name. */
const BRACES = / ?(?:\{\{([^{}]*)\}\}|\{([^{}]*)\})/gu;

const isKnown = (name: string): boolean =>
  NAMES.has(
    name
      .normalize('NFD')
      .replaceAll(/[\p{M}\s_-]/gu, '')
      .toLowerCase(),
  );

/** `prénom|cher membre`: the name, and the text for members without one, which may be absent. */
function partsOf(content: string): { name: string; fallback: string } {
  const [name = '', ...rest] = content.split('|');
  return { name, fallback: rest.join('|').trim() };
}

/** The first name in a full name; empty without one. */
export const firstNameIn = (fullName: string | null): string => (fullName ?? '').trim().split(/\s+/)[0] ?? '';

/**
 * Replaces each placeholder with a first name. Without one, its fallback stands there, `{prénom|cher membre}`; one
 * without a fallback is removed.
 */
export function insertFirstName(text: string, first: string): string {
  return text.replaceAll(BRACES, (placeholder: string, double?: string, single?: string) => {
    const { name, fallback } = partsOf(double ?? single ?? '');
    if (!isKnown(name)) return placeholder;
    const inserted = first || fallback;
    return inserted && `${placeholder.startsWith(' ') ? ' ' : ''}${inserted}`;
  });
}

/** Replaces each placeholder with the first name in a full name. */
export const fillIn = (text: string, fullName: string | null): string =>
  insertFirstName(text, firstNameIn(fullName));

/** True if a text has a placeholder. */
export const hasPlaceholder = (text: string): boolean => insertFirstName(text, 'x') !== text;

/** Returns the first placeholder without a fallback: members without a name would read a gap. */
export function placeholderWithoutFallback(text: string): string | undefined {
  for (const [placeholder, double, single] of text.matchAll(BRACES)) {
    const { name, fallback } = partsOf(double ?? single ?? '');
    if (isKnown(name) && fallback === '') return placeholder.trim();
  }
  return undefined;
}

/** Returns the first part of a text in braces that is not a placeholder: members would see it unchanged. */
export function unknownPlaceholder(text: string): string | undefined {
  const rest = fillIn(text, null);
  return /\{+[^{}]*\}*|\}/u.exec(rest)?.[0].slice(0, 40);
}

type Bodies = Partial<Record<Locale, string>>;

/** False for a text that would be empty for a member without a name. */
export const hasText = (body = ''): boolean => fillIn(body, null).trim() !== '';

/** The text in the recipient's language, or else in the default one, with their first name. */
export const bodyFor = (
  bodies: Bodies,
  { locale, full_name }: { locale: Locale; full_name: string | null },
  defaultLocale: Locale,
): string => fillIn((hasText(bodies[locale]) ? bodies[locale] : bodies[defaultLocale]) ?? '', full_name);
