import { pushReasonOf } from '@agora/contract/features/broadcasts/broadcasts.reasons.rules';
import { t } from './broadcasts.reasons.texts.ts';

/** Why sending stopped or a device was not reached. */
export const reasonText = (code: string, isAboutDevice: boolean): string =>
  t[pushReasonOf(code, isAboutDevice)];
