import { TOTP } from 'otpauth';
import type { Account, TestService } from './harness.ts';

/** Seconds of a code. */
export const STEP = 30;

export interface Factor {
  secret: string;
  recoveryCodes: string[];
}

/** The code of an authenticator app at a moment. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret }).generate({ timestamp: time.getTime() });

/** Sets a second factor up with the code before the current one, so that the current one is unused. */
export async function setUpFactor(
  t: TestService,
  { token }: Pick<Account, 'token'>,
  time = new Date(),
): Promise<Factor> {
  const { body } = await t.call('POST', '/second-factor/', { token });
  const code = codeAt(body.secret, new Date(time.getTime() - STEP * 1000));
  const confirmed = await t.call('POST', '/second-factor/confirm', { token, json: { code } });
  return { secret: body.secret, recoveryCodes: confirmed.body.recovery_codes };
}
