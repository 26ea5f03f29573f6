import {
  PLACEHOLDERS,
  placeholderWithoutFallback,
  unknownPlaceholder,
} from '@agora/contract/shared/placeholders';
import { t } from './placeholder-rules.texts.ts';
import { type Rule, when } from './rules.tsx';

/** Rejects unknown placeholders, which members would read in braces. */
export const knownPlaceholders: Rule = (value) => {
  const unknown = unknownPlaceholder(value);
  return when(unknown !== undefined, () => t.unknown(unknown ?? '', PLACEHOLDERS.join(', ')));
};

/** Rejects placeholders that say nothing for members without a name. */
export const withFallback: Rule = (value) => {
  const placeholder = placeholderWithoutFallback(value);
  return when(placeholder !== undefined, () => t.withoutFallback(placeholder ?? ''));
};
