import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { secret, text } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { code, Token } from './accounts.login.contract.ts';

const route = routeWith(accountsErrors);

/** Longest query string of a return that is read: providers send some hundred characters. */
const RETURN_MAX = 4_096;

const OidcStart = z
  .object({
    url: z.string().meta({ description: 'Page of the provider to open.' }),
    attempt: secret(z.string()).meta({
      description: 'To keep in the browser until the provider returns it to `/login/provider`.',
    }),
  })
  .meta({ id: 'OidcStart' });

const returned = {
  attempt: secret(text({ max: RETURN_MAX })),
  query: secret(text({ max: RETURN_MAX })).meta({
    description: 'The query string with which the provider returned to `/login/provider`.',
  }),
};

const OidcReturn = z.object(returned).meta({ id: 'OidcReturn' });

const OidcConfirmation = z
  .object({
    ...returned,
    code: code().optional().meta({
      description:
        'Required if the account has a second factor, unless the provider says that it asked for one.',
    }),
  })
  .meta({ id: 'OidcConfirmation' });

const START_ERRORS = ['oidc_off', 'oidc_unavailable', 'too_many_requests'] as const;
const RETURN_ERRORS = [...START_ERRORS, 'oidc_return_invalid', 'oidc_refused'] as const;

export const oidc = c.router({
  startOidcLogin: route({
    method: 'POST',
    path: '/login/oidc/start',
    access: 'public',
    audience: 'team',
    operationId: 'oidc-start_oidc_login',
    summary: 'Begin a sign-in through the OpenID Connect provider',
    body: c.noBody(),
    responses: { 200: OidcStart },
    errors: START_ERRORS,
  }),
  completeOidcLogin: route({
    method: 'POST',
    path: '/login/oidc/complete',
    access: 'public',
    audience: 'team',
    operationId: 'oidc-complete_oidc_login',
    summary: 'Complete a sign-in through the OpenID Connect provider',
    body: OidcReturn,
    responses: { 200: Token },
    errors: [
      ...RETURN_ERRORS,
      'oidc_address_unverified',
      'oidc_no_role',
      'oidc_other_link',
      'email_taken_on_create',
      'inactive_user',
      'second_factor_required',
    ],
  }),
  startOidcConfirmation: route({
    method: 'POST',
    path: '/login/oidc/confirmation/start',
    access: 'team',
    audience: 'team',
    operationId: 'oidc-start_oidc_confirmation',
    ownAccount: true,
    keyed: false,
    summary:
      'Begin a new sign-in at the provider that takes the place of the password before a sensitive action',
    body: c.noBody(),
    responses: { 200: OidcStart },
    errors: [...START_ERRORS, 'oidc_not_linked'],
  }),
  completeOidcConfirmation: route({
    method: 'POST',
    path: '/login/oidc/confirmation',
    access: 'team',
    audience: 'team',
    operationId: 'oidc-complete_oidc_confirmation',
    ownAccount: true,
    keyed: false,
    summary: 'Complete it; like `POST /login/verify-password`',
    body: OidcConfirmation,
    responses: { 200: Message },
    errors: [
      ...RETURN_ERRORS,
      'oidc_not_linked',
      'oidc_other_account',
      'oidc_not_fresh',
      'incorrect_code',
      'second_factor_required',
    ],
  }),
});
