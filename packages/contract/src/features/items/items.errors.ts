import type { Errors } from '../../shared/errors.ts';

export const itemsErrors = {
  not_item_owner: [403, 'Not enough permissions'],
  item_not_found: [404, 'Item not found'],
} as const satisfies Errors;
