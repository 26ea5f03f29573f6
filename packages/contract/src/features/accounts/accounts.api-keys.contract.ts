import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { displayText, id, instant, secret } from '../../shared/fields.ts';
import { pageOf } from '../../shared/pagination.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { usualRoutes } from '../../shared/usual-routes.ts';
import { API_KEY_DAYS, API_KEY_NAME_MAX, API_KEYS_MAX } from './accounts.api-keys.rules.ts';
import { accountsErrors } from './accounts.errors.ts';
import { Permission } from './accounts.roles.schema.ts';
import { Person } from './accounts.users.schema.ts';

/** Lets another program call the API in the name of an account of the team. */
export const ApiKey = z
  .object({
    id: id(),
    name: z.string(),
    start: z.string().meta({ description: 'The beginning of the key, to recognise it by.' }),
    permissions: z.array(Permission).meta({
      description: 'What the key allows, as long as its owner may do it too.',
    }),
    owner: Person,
    created_at: instant(),
    expires_at: instant(),
    last_used_at: instant().nullable().meta({ description: 'To the nearest minute.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyCreate = z
  .object({
    name: displayText({ min: 1, max: API_KEY_NAME_MAX }),
    permissions: z.array(Permission).min(1).max(PERMISSIONS.length),
    days: z.literal(API_KEY_DAYS).meta({ description: 'Days until it expires.' }),
  })
  .meta({ id: 'ApiKeyCreate' });
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** A key as it is made: nobody can read it again. */
export const ApiKeyCreated = ApiKey.extend({ key: secret(z.string()) }).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

const access = { can: 'team.administer' } as const;

const usual = usualRoutes(accountsErrors, {
  path: '/api-keys/',
  names: ['api_key', 'api_keys'],
  readBy: access,
  writtenBy: access,
  missing: 'api_key_not_found',
  query: z.object({}),
  page: pageOf(ApiKey).meta({ id: 'ApiKeys' }),
  row: ApiKey,
  create: ApiKeyCreate,
  update: z.object({}),
});

const route = routeWith(accountsErrors);

export const apiKeys = c.router({
  readApiKeys: usual.list('List the API keys of the team, newest first, expired ones for 90 days'),
  createApiKey: route({
    method: 'POST',
    path: '/api-keys/',
    access,
    audience: 'team',
    operationId: 'api_keys-create_api_key',
    // Its response has the key, which is stored nowhere.
    keyed: false,
    summary: `Create an API key with permissions that the caller has, at most ${API_KEYS_MAX}`,
    body: ApiKeyCreate,
    responses: { 200: ApiKeyCreated },
    errors: ['permission_not_held', 'too_many_api_keys', 'password_required'],
  }),
  deleteApiKey: usual.delete('Revoke an API key: the next call with it is refused'),
});
