import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { instant, secret } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { code } from './accounts.login.contract.ts';

const route = routeWith(accountsErrors);

const SecondFactor = z
  .object({
    second_factor_at: instant()
      .nullable()
      .meta({ description: 'Time of the set-up of the authenticator app; null if there is none.' }),
    recovery_codes_left: z.number().int().min(0),
  })
  .meta({ id: 'SecondFactor' });

const SecondFactorSetup = z
  .object({
    secret: secret(z.string()).meta({ description: 'In base32, to type into an authenticator app.' }),
    url: secret(z.string()).meta({ description: 'The same as an `otpauth:` URL, to show as a QR code.' }),
  })
  .meta({ id: 'SecondFactorSetup' });

const RecoveryCodes = z
  .object({
    recovery_codes: z
      .array(secret(z.string()))
      .meta({ description: 'Each works once in place of a code of the app. They are not shown again.' }),
  })
  .meta({ id: 'RecoveryCodes' });

export const secondFactor = c.router({
  readSecondFactor: route({
    method: 'GET',
    path: '/second-factor/',
    access: 'team',
    audience: 'team',
    operationId: 'second_factor-read_second_factor',
    ownAccount: true,
    summary: "Read the state of the caller's authenticator app",
    responses: { 200: SecondFactor },
  }),
  setUpSecondFactor: route({
    method: 'POST',
    path: '/second-factor/',
    access: 'team',
    audience: 'team',
    operationId: 'second_factor-set_up_second_factor',
    ownAccount: true,
    keyed: false,
    summary: 'Create the key of an authenticator app, which takes effect once a code confirms it',
    body: c.noBody(),
    responses: { 200: SecondFactorSetup },
    errors: ['second_factor_off', 'second_factor_exists', 'password_required'],
  }),
  removeSecondFactor: route({
    method: 'DELETE',
    path: '/second-factor/',
    access: 'team',
    audience: 'team',
    operationId: 'second_factor-remove_second_factor',
    ownAccount: true,
    summary: "Remove the caller's authenticator app; ends every other session",
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['second_factor_missing', 'password_required'],
  }),
  confirmSecondFactor: route({
    method: 'POST',
    path: '/second-factor/confirm',
    access: 'team',
    audience: 'team',
    operationId: 'second_factor-confirm_second_factor',
    ownAccount: true,
    keyed: false,
    summary: 'Turn the authenticator app on with a first code; ends every other session',
    body: z.object({ code: code() }).meta({ id: 'SecondFactorConfirm' }),
    responses: { 200: RecoveryCodes },
    errors: [
      'second_factor_off',
      'second_factor_exists',
      'incorrect_code',
      'password_required',
      'too_many_requests',
    ],
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/second-factor/recovery-codes',
    access: 'team',
    audience: 'team',
    operationId: 'second_factor-renew_recovery_codes',
    ownAccount: true,
    keyed: false,
    summary: 'Create new recovery codes; the former ones no longer work',
    body: c.noBody(),
    responses: { 200: RecoveryCodes },
    errors: ['second_factor_missing', 'password_required'],
  }),
});
