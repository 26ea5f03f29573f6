import { browserOf, PROGRAM_NAME_MAX } from '@agora/contract/features/accounts/accounts.devices.rules';
import { t } from './accounts.sessions.texts.ts';

/** Short name of a user agent: browser and system or, for an app, the beginning of the string. */
export function deviceName(userAgent: string): string {
  const known = browserOf(userAgent);
  if (known) return t.on(known.browser, known.system);
  return userAgent.slice(0, PROGRAM_NAME_MAX) || t.unknownDevice;
}
