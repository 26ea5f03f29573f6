import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { password, secret, text } from '../../shared/fields.ts';
import { PASSWORD_MAX } from '../../shared/limits.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from './accounts.passkeys.schema.ts';
import { UserPublic } from './accounts.users.schema.ts';

const route = routeWith(accountsErrors);

/** Longest code that is read, in code points: a recovery code with a blank after each letter is shorter. */
const CODE_MAX = 60;

/** OAuth 2 password grant, sent as a form (RFC 6749, section 4.3). */
export const LoginForm = z
  .object({
    grant_type: z
      .string()
      .overwrite((value) => value || 'password')
      .pipe(text({ pattern: /^password$/ }))
      .optional()
      .meta({ pattern: '^(password)?$', description: '`password` or empty.' }),
    username: text().meta({ description: 'The e-mail address, in any letter case.' }),
    password: secret(text()),
    scope: text().default(''),
    client_id: text().optional(),
    client_secret: secret(text()).optional(),
  })
  .meta({ id: 'Body_login-login_access_token' });

export const Token = z
  .object({ access_token: secret(z.string()), token_type: z.literal('bearer') })
  .meta({ id: 'Token' });

export const NewPassword = z
  .object({ token: secret(text()), new_password: password() })
  .meta({ id: 'NewPassword' });

/** The six digits of the authenticator app, or a recovery code; blanks and hyphens are ignored. */
export const code = () =>
  secret(text({ max: CODE_MAX })).meta({
    description:
      'The six digits of the authenticator app, or a recovery code. Blanks, hyphens and letter case are ignored.',
  });

export const VerifyPassword = z
  .object({
    password: secret(text({ max: PASSWORD_MAX })),
    code: code().optional().meta({ description: 'Required if the account has an authenticator app.' }),
  })
  .meta({ id: 'VerifyPassword' });

/** Either a code or a passkey. */
export const SecondFactorLogin = z
  .object({
    ticket: secret(text()),
    code: code().optional(),
    passkey: PasskeyAssertion.optional().meta({
      description: 'Instead of a code, with a challenge of `POST /login/passkey-options`.',
    }),
  })
  .check(({ value: { code, passkey }, issues }) => {
    if ((code === undefined) !== (passkey === undefined)) return;
    issues.push({
      code: 'custom',
      input: code,
      path: ['code'],
      message: 'Either a code or a passkey is required',
      params: { type: 'code_or_passkey' },
    });
  })
  .meta({ id: 'SecondFactorLogin' });

export const PasskeyLogin = z.object({ passkey: PasskeyAssertion }).meta({ id: 'PasskeyLogin' });

/** Any text: an invalid address gets the same response as an unknown one. */
const emailPath = z.object({ email: text({ max: 255 }) });

export const login = c.router({
  loginAccessToken: route({
    method: 'POST',
    path: '/login/access-token',
    access: 'public',
    audience: 'team',
    operationId: 'login-login_access_token',
    summary: 'Sign in',
    contentType: 'application/x-www-form-urlencoded',
    body: LoginForm,
    responses: { 200: Token },
    errors: ['incorrect_credentials', 'inactive_user', 'second_factor_required', 'too_many_requests'],
  }),
  loginSecondFactor: route({
    method: 'POST',
    path: '/login/second-factor',
    access: 'public',
    audience: 'team',
    operationId: 'login-login_second_factor',
    summary: 'Complete a sign-in that was answered with `second_factor_required`',
    body: SecondFactorLogin,
    responses: { 200: Token },
    errors: [
      'invalid_ticket',
      'incorrect_code',
      'invalid_challenge',
      'incorrect_passkey',
      'inactive_user',
      'oidc_address_unverified',
      'oidc_no_role',
      'oidc_other_link',
      'email_taken_on_create',
      'too_many_requests',
    ],
  }),
  startPasskeyLogin: route({
    method: 'POST',
    path: '/login/passkey-options',
    access: 'public',
    audience: 'team',
    operationId: 'login-start_passkey_login',
    summary: 'Return what a browser needs to sign in with a passkey',
    body: c.noBody(),
    responses: { 200: PasskeyRequestOptions },
    errors: ['second_factor_off'],
  }),
  loginPasskey: route({
    method: 'POST',
    path: '/login/passkey',
    access: 'public',
    audience: 'team',
    operationId: 'login-login_passkey',
    summary: 'Sign in with a passkey, which takes the place of password and second factor',
    body: PasskeyLogin,
    responses: { 200: Token },
    errors: [
      'invalid_challenge',
      'incorrect_passkey',
      'inactive_user',
      'second_factor_off',
      'too_many_requests',
    ],
  }),
  testToken: route({
    method: 'POST',
    path: '/login/test-token',
    access: 'user',
    audience: 'team',
    operationId: 'login-test_token',
    ownAccount: true,
    keyed: false,
    summary: 'Return the account that the token belongs to',
    body: c.noBody(),
    responses: { 200: UserPublic },
  }),
  verifyPassword: route({
    method: 'POST',
    path: '/login/verify-password',
    access: 'user',
    audience: 'team',
    operationId: 'login-verify_password',
    ownAccount: true,
    keyed: false,
    summary: "Verify the caller's password, and second factor if any, before a sensitive action",
    body: VerifyPassword,
    responses: { 200: Message },
    errors: ['incorrect_password', 'incorrect_code', 'second_factor_required', 'too_many_requests'],
  }),
  startPasskeyVerification: route({
    method: 'POST',
    path: '/login/verify-passkey-options',
    access: 'team',
    audience: 'team',
    operationId: 'login-start_passkey_verification',
    ownAccount: true,
    keyed: false,
    summary: "Return what a browser needs to verify one of the caller's passkeys",
    body: c.noBody(),
    responses: { 200: PasskeyRequestOptions },
    errors: ['second_factor_off'],
  }),
  verifyPasskey: route({
    method: 'POST',
    path: '/login/verify-passkey',
    access: 'team',
    audience: 'team',
    operationId: 'login-verify_passkey',
    ownAccount: true,
    keyed: false,
    summary:
      "Verify one of the caller's passkeys before a sensitive action, instead of `/login/verify-password`",
    body: PasskeyLogin,
    responses: { 200: Message },
    errors: ['invalid_challenge', 'incorrect_passkey', 'second_factor_off', 'too_many_requests'],
  }),
  recoverPassword: route({
    method: 'POST',
    path: '/password-recovery/:email',
    access: 'public',
    audience: 'team',
    operationId: 'login-recover_password',
    summary: 'Mail a link to set a new password, if the address has an account',
    pathParams: emailPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['too_many_requests'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/reset-password/',
    access: 'public',
    audience: 'team',
    operationId: 'login-reset_password',
    summary: 'Set a new password with the token from a mail; ends every session',
    body: NewPassword,
    responses: { 200: Message },
    errors: ['invalid_token', 'inactive_user'],
  }),
  recoverPasswordHtmlContent: route({
    method: 'POST',
    path: '/password-recovery-html-content/:email',
    access: 'superuser',
    audience: 'team',
    operationId: 'login-recover_password_html_content',
    keyed: false,
    summary: 'Return the recovery mail of an account, with a valid link, without sending it',
    pathParams: emailPath,
    body: c.noBody(),
    responses: { 200: c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() }) },
    errors: ['username_not_found', 'password_required'],
  }),
});
