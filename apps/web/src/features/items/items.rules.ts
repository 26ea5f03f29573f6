import { ITEM_TEXT_MAX } from '@agora/contract/features/items/items.rules';
import { atMost, required, rules } from '../../platform/rules.tsx';
import { t } from './items.texts.ts';

/** The contract's limits, with messages. */
export const itemRules = {
  title: rules(
    required(() => t.titleRequired),
    atMost(ITEM_TEXT_MAX, () => t.titleLong(ITEM_TEXT_MAX)),
  ),
  description: rules(atMost(ITEM_TEXT_MAX, () => t.descriptionLong(ITEM_TEXT_MAX))),
};
