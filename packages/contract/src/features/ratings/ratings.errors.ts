import type { Errors } from '../../shared/errors.ts';

export const ratingsErrors = {
  rating_not_found: [404, 'Rating not found'],
  rating_target_not_found: [404, 'Rating target not found'],
} as const satisfies Errors;
