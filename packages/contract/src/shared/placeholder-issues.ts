import { PLACEHOLDERS, placeholderWithoutFallback, unknownPlaceholder } from './placeholders.ts';

const issueOf = (input: string, type: string, message: string, ctx: object) =>
  ({ code: 'custom', input, message, params: { type, ctx } }) as const;

/** The issue of a text with an unknown placeholder, `unknown_placeholder`, if it has one. */
export function unknownPlaceholderIssues(value: string) {
  const placeholder = unknownPlaceholder(value);
  if (placeholder === undefined) return [];
  const message = `Unknown placeholder ${placeholder}: known are ${PLACEHOLDERS.join(' and ')}`;
  return [issueOf(value, 'unknown_placeholder', message, { placeholder, known: PLACEHOLDERS })];
}

/** The issue of a text with a placeholder without a fallback, `placeholder_without_fallback`, if it has one. */
export function missingFallbackIssues(value: string) {
  const placeholder = placeholderWithoutFallback(value);
  if (placeholder === undefined) return [];
  const message = `Value error, ${placeholder} needs a text for members without a name, as in {prénom|cher membre}`;
  return [issueOf(value, 'placeholder_without_fallback', message, { placeholder })];
}
