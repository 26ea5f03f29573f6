import type { Locale } from '../../shared/locale.ts';

/** Placeholders of a reply to several members; each stands for the recipient's first name. */
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

/** Replaces each placeholder with the first name in a full name, or removes it without one. */
export function fillIn(text: string, fullName: string | null): string {
  const [first = ''] = (fullName ?? '').trim().split(/\s+/);
  return text.replaceAll(BRACES, (placeholder: string, double?: string, single?: string) => {
    if (!isKnown(double ?? single ?? '')) return placeholder;
    return first && `${placeholder.startsWith(' ') ? ' ' : ''}${first}`;
  });
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
