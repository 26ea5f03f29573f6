import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { PASSKEYS_MAX } from './accounts.passkeys.rules.ts';
import {
  Passkey,
  PasskeyCreate,
  PasskeyCreationOptions,
  PasskeyName,
  Passkeys,
} from './accounts.passkeys.schema.ts';

const route = routeWith(accountsErrors);
const passkeyPath = z.object({ id: uuid() });

export const passkeys = c.router({
  readPasskeys: route({
    method: 'GET',
    path: '/passkeys/',
    access: 'team',
    audience: 'team',
    operationId: 'passkeys-read_passkeys',
    ownAccount: true,
    summary: "List the caller's passkeys, oldest first",
    responses: { 200: Passkeys },
  }),
  createPasskey: route({
    method: 'POST',
    path: '/passkeys/',
    access: 'team',
    audience: 'team',
    operationId: 'passkeys-create_passkey',
    ownAccount: true,
    keyed: false,
    summary: `Add a passkey to the caller's account, at most ${PASSKEYS_MAX}; the first second factor ends every other session`,
    body: PasskeyCreate,
    responses: { 200: Passkey },
    errors: [
      'invalid_challenge',
      'incorrect_passkey',
      'passkey_exists',
      'second_factor_off',
      'too_many_passkeys',
      'password_required',
      'too_many_requests',
    ],
  }),
  startPasskey: route({
    method: 'POST',
    path: '/passkeys/options',
    access: 'team',
    audience: 'team',
    operationId: 'passkeys-start_passkey',
    ownAccount: true,
    keyed: false,
    summary: 'Return what a browser needs to create a passkey',
    body: c.noBody(),
    responses: { 200: PasskeyCreationOptions },
    errors: ['second_factor_off', 'too_many_passkeys', 'password_required'],
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/passkeys/:id',
    access: 'team',
    audience: 'team',
    operationId: 'passkeys-rename_passkey',
    ownAccount: true,
    summary: "Rename one of the caller's passkeys",
    pathParams: passkeyPath,
    body: PasskeyName,
    responses: { 200: Passkey },
    errors: ['passkey_not_found'],
  }),
  deletePasskey: route({
    method: 'DELETE',
    path: '/passkeys/:id',
    access: 'team',
    audience: 'team',
    operationId: 'passkeys-delete_passkey',
    ownAccount: true,
    summary: "Remove one of the caller's passkeys; ends every other session",
    pathParams: passkeyPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['passkey_not_found', 'password_required'],
  }),
});
