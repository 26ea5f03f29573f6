import { pushReasonOf } from '@agora/contract/features/broadcasts/broadcasts.reasons.rules';
import { t } from './broadcasts.reasons.texts.ts';

/** Why nothing goes on, or why one device was not reached, in plain words. */
export const reasonText = (code: string, isAboutDevice: boolean): string =>
  t[pushReasonOf(code, isAboutDevice)];
