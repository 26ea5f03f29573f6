import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { password, secret, text } from '../../shared/fields.ts';
import { PASSWORD_MAX } from '../../shared/limits.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { UserPublic } from './accounts.users.schema.ts';

const route = routeWith(accountsErrors);

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

export const VerifyPassword = z
  .object({ password: secret(text({ max: PASSWORD_MAX })) })
  .meta({ id: 'VerifyPassword' });

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
    errors: ['incorrect_credentials', 'inactive_user', 'too_many_requests'],
  }),
  testToken: route({
    method: 'POST',
    path: '/login/test-token',
    access: 'user',
    audience: 'team',
    operationId: 'login-test_token',
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
    keyed: false,
    summary: "Verify the caller's password before a sensitive action",
    body: VerifyPassword,
    responses: { 200: Message },
    errors: ['incorrect_password', 'too_many_requests'],
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
