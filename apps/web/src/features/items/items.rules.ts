import { atMost, LIMITS, required, rules } from '../../platform/rules.tsx';
import { t } from './items.texts.ts';

/** Validation limits of the contract, with messages. */
export const itemRules = {
  title: rules(
    required(() => t.titleRequired),
    atMost(LIMITS.title, () => t.titleLong),
  ),
  description: rules(atMost(LIMITS.title, () => t.descriptionLong)),
};
