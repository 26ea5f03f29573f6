import {
  PLACEHOLDERS,
  unknownPlaceholder,
} from '@agora/contract/features/messages/messages.placeholders.rules';
import { type Rule, when } from '../../platform/rules.tsx';
import { t } from './messages.texts.ts';

/** Rejects unknown placeholders, which members would read in braces. */
export const knownPlaceholders: Rule = (value) => {
  const unknown = unknownPlaceholder(value);
  return when(unknown !== undefined, () => t.unknownPlaceholder(unknown ?? '', PLACEHOLDERS.join(', ')));
};
