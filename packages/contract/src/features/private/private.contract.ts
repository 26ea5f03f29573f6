import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { bool, email, password, text } from '../../shared/fields.ts';
import { UserPublic } from '../users/users.contract.ts';

export const PrivateUserCreate = z
  .object({
    email: email(),
    password: password(),
    full_name: text({ max: 255 }),
    is_verified: bool().default(false),
  })
  .meta({ id: 'PrivateUserCreate' });

export const privateRoutes = c.router({
  createUser: route({
    method: 'POST',
    path: '/private/users/',
    access: 'public',
    operationId: 'private-create_user',
    summary: 'Create an account without a mail, for end-to-end tests',
    environment: 'local',
    body: PrivateUserCreate,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_create'],
  }),
});
