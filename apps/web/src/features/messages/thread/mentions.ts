import { MENTIONS_MAX } from '@agora/contract/features/messages/messages.rules';
import { folded } from '@agora/contract/shared/folded';

/** The mention being typed before the caret: the position of its @, and its word so far. */
export function mentionAt(text: string, caret: number): { at: number; word: string } | undefined {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  const word = before.slice(at + 1);
  if (at < 0 || /\s/.test(word) || /\S/.test(before.charAt(at - 1))) return undefined;
  return { at, word };
}

export interface Colleague {
  id: string;
  name: string;
}

/** Folds a text, with a space before each of its words. */
const spacedWords = (text: string) => ` ${folded(text).replaceAll(/[-'’]/g, ' ')}`;

/** Colleagues with a name of which any word starts with the given one. */
export const matching = (colleagues: readonly Colleague[], word: string): Colleague[] =>
  colleagues.filter(({ name }) => spacedWords(name).includes(spacedWords(word)));

/** Ids of the colleagues mentioned with @. If one name is the start of another, the longer one matches. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): string[] {
  let rest = text;
  const ids: string[] = [];
  for (const { id, name } of colleagues.toSorted((a, b) => b.name.length - a.name.length)) {
    if (!rest.includes(`@${name}`)) continue;
    ids.push(id);
    const isNamesake = colleagues.some((other) => other.id !== id && other.name === name);
    if (!isNamesake) rest = rest.replaceAll(`@${name}`, '');
  }
  return ids.slice(0, MENTIONS_MAX);
}
