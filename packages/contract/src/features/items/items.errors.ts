import type { Refusals } from '../../shared/refusals.ts';

export const itemsErrors = {
  not_item_owner: [403, 'Not enough permissions'],
  item_not_found: [404, 'Item not found'],
} as const satisfies Refusals;
