import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { bool, email, id, instant, password, secret } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { fullName, UserPublic } from '../accounts/accounts.users.schema.ts';
import { PushProvider } from '../devices/devices.app.contract.ts';

const route = routeWith(accountsErrors);

export const PrivateUserCreate = z
  .object({
    email: email(),
    password: password(),
    full_name: fullName(),
    is_verified: bool().default(false),
  })
  .meta({ id: 'PrivateUserCreate' });

/** Pushes stored locally because their provider has no credentials. */
export const LocalPushes = pageOf(
  z.object({
    id: id(),
    provider: PushProvider,
    token: secret(z.string()),
    collapse_id: z.string(),
    locale: Locale,
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    image: z.string().nullable(),
    created_at: instant(),
  }),
).meta({ id: 'LocalPushes' });
export type LocalPushes = z.infer<typeof LocalPushes>;

export const privateRoutes = c.router({
  createUser: route({
    method: 'POST',
    path: '/private/users/',
    access: 'public',
    audience: 'system',
    operationId: 'private-create_user',
    summary: 'Create an account without a mail, for end-to-end tests',
    environment: 'local',
    body: PrivateUserCreate,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_create'],
  }),
  readPushes: route({
    method: 'GET',
    path: '/private/pushes',
    access: 'superuser',
    audience: 'system',
    operationId: 'private-read_pushes',
    summary: 'List the pushes of the last day that were stored instead of sent, newest first',
    environment: 'local',
    query: Page,
    responses: { 200: LocalPushes },
  }),
});
