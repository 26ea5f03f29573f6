import type { Refusals } from '../../shared/refusals.ts';

export const mediaErrors = {
  upload_in_progress: [429, 'Other files of this account are on their way'],
  storage_full: [507, 'Insufficient Storage'],
} as const satisfies Refusals;
