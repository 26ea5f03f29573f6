import { isEasyToGuess } from '../easy-passwords.ts';
import { fieldProblem } from '../http/router.ts';

/**
 * @param field of the request body with the password
 * @throws a 422 like those of the contract's own rules
 */
export function requireHardToGuess(
  field: 'password' | 'new_password',
  password: string,
  words: readonly (string | undefined)[],
): void {
  if (isEasyToGuess(password, words))
    throw fieldProblem(field, {
      type: 'value_error',
      message: 'Value error, this password is too common: choose one that others would not guess',
      ctx: { reason: 'password_too_common' },
    });
}
