import type { Errors } from '../../shared/errors.ts';

export const mediaErrors = {
  upload_in_progress: [429, 'Other uploads of this account are in progress'],
  storage_full: [507, 'Insufficient Storage'],
} as const satisfies Errors;
