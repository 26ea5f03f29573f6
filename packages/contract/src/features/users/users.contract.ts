import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { bool, email, id, instant, password, text, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';

export const LOCALES = ['fr', 'en'] as const;
/** The languages of the product; mails are written in the account's. */
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

const fullName = () => text({ max: 255 }).nullable();

export const UserPublic = z
  .object({
    email: z.string().meta({ format: 'email' }),
    is_active: z.boolean(),
    is_superuser: z.boolean(),
    full_name: z.string().nullable(),
    id: id(),
    created_at: instant(),
    locale: Locale,
  })
  .meta({ id: 'UserPublic' });
export type UserPublic = z.infer<typeof UserPublic>;

export const UsersPublic = pageOf(UserPublic).meta({ id: 'UsersPublic' });

export const UserRegister = z
  .object({ email: email(), password: password(), full_name: fullName().optional() })
  .meta({ id: 'UserRegister' });

export const UserCreate = z
  .object({
    email: email(),
    is_active: bool().default(true),
    is_superuser: bool().default(false),
    full_name: fullName().optional(),
    password: password(),
  })
  .meta({ id: 'UserCreate' });

/** Only the fields sent apply. */
export const UserUpdate = z
  .object({
    email: email(),
    is_active: bool(),
    is_superuser: bool(),
    full_name: fullName(),
    password: password(),
  })
  .partial()
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Only the fields sent apply. */
export const UserUpdateMe = z
  .object({ full_name: fullName(), email: email(), locale: Locale })
  .partial()
  .meta({ id: 'UserUpdateMe' });
export type UserUpdateMe = z.infer<typeof UserUpdateMe>;

export const UpdatePassword = z
  .object({ current_password: password(), new_password: password() })
  .meta({ id: 'UpdatePassword' });

/** The token of the link in the mail that tells the old address of a change. */
export const UndoEmailChange = z.object({ token: text() }).meta({ id: 'UndoEmailChange' });

export const UserFilter = z.object({
  is_superuser: bool().optional(),
  search: text({ max: 255 }).optional().meta({
    description: 'Any part of the name or the e-mail address; accents and letter case are ignored.',
  }),
});
export type UserFilter = z.infer<typeof UserFilter>;

const userPath = z.object({ user_id: uuid() });

export const users = c.router({
  readUsers: route({
    method: 'GET',
    path: '/users/',
    access: 'superuser',
    operationId: 'users-read_users',
    summary: 'List accounts, newest first',
    query: Page.extend(UserFilter.shape),
    responses: { 200: UsersPublic },
  }),
  createUser: route({
    method: 'POST',
    path: '/users/',
    access: 'superuser',
    operationId: 'users-create_user',
    summary: 'Create an account; its owner gets a mail with a link to set a password',
    body: UserCreate,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_create'],
  }),
  readUserMe: route({
    method: 'GET',
    path: '/users/me',
    access: 'user',
    operationId: 'users-read_user_me',
    summary: "Read one's own account",
    responses: { 200: UserPublic },
  }),
  deleteUserMe: route({
    method: 'DELETE',
    path: '/users/me',
    access: 'user',
    operationId: 'users-delete_user_me',
    summary: "Delete one's own account and everything in it",
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['superuser_self_delete'],
  }),
  updateUserMe: route({
    method: 'PATCH',
    path: '/users/me',
    access: 'user',
    operationId: 'users-update_user_me',
    summary: "Change one's own name, address or language",
    body: UserUpdateMe,
    responses: { 200: UserPublic },
    errors: ['email_taken'],
  }),
  updatePasswordMe: route({
    method: 'PATCH',
    path: '/users/me/password',
    access: 'user',
    operationId: 'users-update_password_me',
    summary: "Change one's own password; every other session ends",
    body: UpdatePassword,
    responses: { 200: Message },
    errors: ['incorrect_password', 'password_unchanged'],
  }),
  registerUser: route({
    method: 'POST',
    path: '/users/signup',
    access: 'public',
    operationId: 'users-register_user',
    summary: 'Sign up',
    body: UserRegister,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_signup', 'too_many_requests'],
  }),
  undoEmailChange: route({
    method: 'POST',
    path: '/users/undo-email-change',
    access: 'public',
    operationId: 'users-undo_email_change',
    summary: 'Give the account its former address back; every session ends',
    body: UndoEmailChange,
    responses: { 200: Message },
    errors: ['invalid_token', 'email_taken'],
  }),
  readUserById: route({
    method: 'GET',
    path: '/users/:user_id',
    access: 'user',
    operationId: 'users-read_user_by_id',
    summary: 'Read an account: one’s own, or any for a superuser',
    pathParams: userPath,
    responses: { 200: UserPublic },
    errors: ['privileges_required', 'user_not_found'],
  }),
  updateUser: route({
    method: 'PATCH',
    path: '/users/:user_id',
    access: 'superuser',
    operationId: 'users-update_user',
    summary: 'Change an account',
    pathParams: userPath,
    body: UserUpdate,
    responses: { 200: UserPublic },
    errors: ['user_id_not_found', 'email_taken', 'last_superuser'],
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/users/:user_id',
    access: 'superuser',
    operationId: 'users-delete_user',
    summary: 'Delete an account and everything in it',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found', 'superuser_self_delete', 'last_superuser'],
  }),
});
