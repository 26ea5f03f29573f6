import { z } from 'zod';
import { BulkReport, bulkOf } from '../../shared/bulk.ts';
import { Csv } from '../../shared/csv.ts';
import { c, routeWith } from '../../shared/define.ts';
import {
  bool,
  civilDate,
  email,
  id,
  instant,
  password,
  period,
  queryDay,
  secret,
  text,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { LOCALES } from '../../shared/locales.ts';
import { Message } from '../../shared/message.ts';
import { LongPage, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { ACTIVE_DAYS_KEPT } from '../dashboard/dashboard.rules.ts';
import { accountsErrors } from './accounts.errors.ts';
import { UserNote, UserNoteUpdate } from './accounts.note.contract.ts';
import { Timeline, TimelineQuery } from './accounts.timeline.contract.ts';

const route = routeWith(accountsErrors);

/** Languages of the product; mails use the language of the account. */
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
    version: z.number().int().meta({ description: 'Grows with every change of the account.' }),
    updated_at: instant(),
    last_seen_at: instant().nullable().meta({ description: 'To the nearest five minutes.' }),
    must_change_password: z.boolean(),
    invitation_expires_at: instant()
      .nullable()
      .meta({ description: 'Set while the owner of an account made for them has not chosen a password.' }),
    deactivated_at: instant().nullable(),
    deactivated_by: id().nullable(),
    deactivated_until: instant().nullable(),
    deactivation_reason: z.string().nullable(),
    deleted_at: instant().nullable(),
    messages_blocked_at: instant()
      .nullable()
      .meta({ description: 'Messages of this account are not accepted since then.' }),
    pending_email: z
      .string()
      .nullable()
      .meta({ format: 'email', description: 'The address of the account once it is confirmed.' }),
  })
  .meta({ id: 'UserPublic' });
export type UserPublic = z.infer<typeof UserPublic>;

export const UsersPublic = pageOf(UserPublic).meta({ id: 'UsersPublic' });

/** `confirm_password`, if sent, repeats the password. */
export const UserRegister = z
  .object({
    email: email(),
    password: password(),
    full_name: fullName().optional(),
    confirm_password: secret(text({ max: 128 }))
      .nullable()
      .optional()
      .meta({
        description: 'The password once more; forms send it, other clients may leave it out.',
      }),
  })
  .check(({ value: { password, confirm_password }, issues }) => {
    if ((confirm_password ?? password) !== password)
      issues.push({
        code: 'custom',
        input: confirm_password,
        path: ['confirm_password'],
        message: 'The passwords do not match',
        params: { type: 'password_mismatch' },
      });
  })
  .meta({ id: 'UserRegister' });

export const UserCreate = z
  .object({
    email: email(),
    is_active: bool().default(true),
    is_superuser: bool().default(false),
    full_name: fullName().optional(),
    password: password(),
    must_change_password: bool().default(false),
    locale: Locale.optional(),
  })
  .meta({ id: 'UserCreate' });

/** Creates an account whose owner sets the password through a mailed link. */
export const UserInvite = z
  .object({
    email: email(),
    full_name: fullName().optional(),
    is_superuser: bool().default(false),
    locale: Locale.optional(),
  })
  .meta({ id: 'UserInvite' });

export const InvitationLink = z
  .object({ url: secret(z.string()), expires_at: instant() })
  .meta({ id: 'InvitationLink' });

export const UserDeactivate = z
  .object({
    reason: text({ max: 500 }).nullable().optional(),
    until: civilDate().nullable().optional().meta({
      description: 'The account is active again from this day on, in the time zone of the organisation.',
    }),
  })
  .meta({ id: 'UserDeactivate' });
export type UserDeactivate = z.infer<typeof UserDeactivate>;

/** Fields left out keep their value. Rejected if `version` is sent and outdated. */
export const UserUpdate = z
  .object({
    email: email(),
    is_active: bool(),
    is_superuser: bool(),
    full_name: fullName(),
    password: password(),
    locale: Locale,
    version: whole({ min: 1, max: SKIP_MAX }),
  })
  .partial()
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Fields left out keep their value. */
export const UserUpdateMe = z
  .object({ full_name: fullName(), email: email(), locale: Locale })
  .partial()
  .meta({ id: 'UserUpdateMe' });
export type UserUpdateMe = z.infer<typeof UserUpdateMe>;

export const UpdatePassword = z
  .object({ current_password: password(), new_password: password() })
  .meta({ id: 'UpdatePassword' });
export type UpdatePassword = z.infer<typeof UpdatePassword>;

/** Token of the mailed link that lets the old address undo a change. */
export const UndoEmailChange = z.object({ token: secret(text()) }).meta({ id: 'UndoEmailChange' });

/** Token of the link mailed to a new address. */
export const ConfirmEmailChange = z.object({ token: text() }).meta({ id: 'ConfirmEmailChange' });

export const USER_STATUSES = ['active', 'invited', 'deactivated', 'deleted'] as const;
/** Current state of an account; `invited` accounts are active, but can't sign in yet. */
export const UserStatus = z.enum(USER_STATUSES);
export type UserStatus = z.infer<typeof UserStatus>;

/** Days are in the organisation's time zone. */
export const UserFilter = z.object({
  is_superuser: bool().optional(),
  status: UserStatus.optional().meta({ description: 'Deleted accounts are listed with `deleted` alone.' }),
  locale: Locale.optional(),
  ...period('Signed up'),
  unseen_since: queryDay('Not seen on this day or later.'),
  last_seen_from: queryDay('Last seen on this day or later.'),
  last_seen_to: queryDay('Last seen on this day or earlier, and at all.'),
  active_on: queryDay(`Members who used the app on this day, one of the last ${ACTIVE_DAYS_KEPT}.`),
  search: text({ max: 255 }).optional().meta({
    description:
      'Words of the name or the e-mail address, in any order; accents and letter case are ignored.',
  }),
});
export type UserFilter = z.infer<typeof UserFilter>;

const UserSort = sortBy('created_at', 'full_name', 'email', 'last_seen_at').default('-created_at');
export type UserSort = z.infer<typeof UserSort>;

export const UserBulk = bulkOf(
  z.enum(['deactivate', 'reactivate', 'delete', 'restore', 'erase']),
  UserFilter,
).meta({ id: 'UserBulk' });
export type UserBulk = z.infer<typeof UserBulk>;

/** Days during which a deleted account can be restored. */
export const USER_TRASH_DAYS = 30;

const userPath = z.object({ user_id: uuid() });

export const users = c.router({
  readUsers: route({
    method: 'GET',
    path: '/users/',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-read_users',
    summary: 'List accounts, newest first unless asked otherwise',
    query: LongPage.extend({ ...UserFilter.shape, sort: UserSort }),
    responses: { 200: UsersPublic },
    errors: ['row_gone'],
  }),
  createUser: route({
    method: 'POST',
    path: '/users/',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-create_user',
    summary: 'Create an account; its owner gets a mail with a link to set a password',
    body: UserCreate,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_create', 'password_required'],
  }),
  exportUsers: route({
    method: 'GET',
    path: '/users/export',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-export_users',
    summary: "The whole filtered list as CSV, in the language of the caller's account",
    query: UserFilter.extend({ sort: UserSort }),
    responses: { 200: Csv },
  }),
  bulkUsers: route({
    method: 'POST',
    path: '/users/bulk',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-bulk_users',
    summary: 'Do one thing to many accounts',
    body: UserBulk,
    responses: { 200: BulkReport },
    errors: ['count_changed', 'password_required'],
  }),
  inviteUser: route({
    method: 'POST',
    path: '/users/invite',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-invite_user',
    summary: 'Create an account; its owner gets a mail with a link to choose a password',
    body: UserInvite,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_create', 'password_required'],
  }),
  readUserMe: route({
    method: 'GET',
    path: '/users/me',
    access: 'user',
    audience: 'team',
    operationId: 'users-read_user_me',
    summary: "Read one's own account",
    responses: { 200: UserPublic },
  }),
  deleteUserMe: route({
    method: 'DELETE',
    path: '/users/me',
    access: 'user',
    audience: 'team',
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
    audience: 'team',
    operationId: 'users-update_user_me',
    summary:
      "Change one's own name, address or language; more than five minutes after the password was said, the address counts once it is confirmed",
    body: UserUpdateMe,
    responses: { 200: UserPublic },
    errors: ['email_taken', 'too_many_requests'],
  }),
  resendEmailConfirmation: route({
    method: 'POST',
    path: '/users/me/pending-email',
    access: 'user',
    audience: 'team',
    operationId: 'users-resend_email_confirmation',
    summary: "Mail a new link to confirm one's new address; the former one dies",
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['pending_email_not_found', 'email_taken', 'too_many_requests'],
  }),
  cancelEmailChange: route({
    method: 'DELETE',
    path: '/users/me/pending-email',
    access: 'user',
    audience: 'team',
    operationId: 'users-cancel_email_change',
    summary: "Keep one's address instead of the one that is to be confirmed",
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['pending_email_not_found'],
  }),
  updatePasswordMe: route({
    method: 'PATCH',
    path: '/users/me/password',
    access: 'user',
    audience: 'team',
    operationId: 'users-update_password_me',
    keyed: false,
    summary: "Change one's own password; every other session ends",
    body: UpdatePassword,
    responses: { 200: Message },
    errors: ['incorrect_password', 'password_unchanged', 'too_many_requests'],
  }),
  registerUser: route({
    method: 'POST',
    path: '/users/signup',
    access: 'public',
    audience: 'team',
    operationId: 'users-register_user',
    summary: 'Sign up',
    body: UserRegister,
    responses: { 200: UserPublic },
    errors: ['email_taken_on_signup', 'too_many_requests'],
  }),
  confirmEmailChange: route({
    method: 'POST',
    path: '/users/confirm-email-change',
    access: 'public',
    audience: 'team',
    operationId: 'users-confirm_email_change',
    summary: 'Give the account its new address',
    body: ConfirmEmailChange,
    responses: { 200: Message },
    errors: ['invalid_token', 'inactive_user', 'email_taken'],
  }),
  undoEmailChange: route({
    method: 'POST',
    path: '/users/undo-email-change',
    access: 'public',
    audience: 'team',
    operationId: 'users-undo_email_change',
    summary: 'Give the account its former address back, or keep it; every session ends',
    body: UndoEmailChange,
    responses: { 200: Message },
    errors: ['invalid_token', 'email_taken'],
  }),
  readUserById: route({
    method: 'GET',
    path: '/users/:user_id',
    access: 'user',
    audience: 'team',
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
    audience: 'team',
    operationId: 'users-update_user',
    summary: 'Change an account',
    pathParams: userPath,
    body: UserUpdate,
    responses: { 200: UserPublic },
    errors: [
      'user_id_not_found',
      'email_taken',
      'last_superuser',
      'version_conflict',
      'own_password',
      'password_required',
    ],
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/users/:user_id',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-delete_user',
    summary: 'Delete an account; it can be restored for 30 days',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found', 'superuser_self_delete', 'last_superuser'],
  }),
  readNote: route({
    method: 'GET',
    path: '/users/:user_id/note',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-read_note',
    summary: 'What the team noted about a person',
    pathParams: userPath,
    responses: { 200: UserNote },
    errors: ['user_not_found'],
  }),
  updateNote: route({
    method: 'PUT',
    path: '/users/:user_id/note',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-update_note',
    summary: 'Note something about a person; an empty text is no note',
    pathParams: userPath,
    body: UserNoteUpdate,
    responses: { 200: UserNote },
    errors: ['user_not_found', 'version_conflict'],
  }),
  readTimeline: route({
    method: 'GET',
    path: '/users/:user_id/timeline',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-read_timeline',
    summary: 'What a person did and received, newest first; sign-ins are those that have not ended',
    pathParams: userPath,
    query: TimelineQuery,
    responses: { 200: Timeline },
    errors: ['user_not_found'],
  }),
  deactivateUser: route({
    method: 'POST',
    path: '/users/:user_id/deactivate',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-deactivate_user',
    summary: 'Shut an account, for good or until a day; its sessions end',
    pathParams: userPath,
    body: UserDeactivate,
    responses: { 200: UserPublic },
    errors: ['user_not_found', 'own_account', 'last_superuser', 'deactivation_end_passed'],
  }),
  reactivateUser: route({
    method: 'POST',
    path: '/users/:user_id/reactivate',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-reactivate_user',
    summary: 'Open a deactivated account again',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: UserPublic },
    errors: ['user_not_found', 'password_required'],
  }),
  restoreUser: route({
    method: 'POST',
    path: '/users/:user_id/restore',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-restore_user',
    summary: 'Bring a deleted account back',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: UserPublic },
    errors: ['user_not_found', 'email_taken', 'password_required'],
  }),
  eraseUser: route({
    method: 'POST',
    path: '/users/:user_id/erase',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-erase_user',
    summary: 'Erase an account and everything in it for ever, deleted or not',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found', 'own_account', 'last_superuser'],
  }),
  signOutUser: route({
    method: 'POST',
    path: '/users/:user_id/sign-out',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-sign_out_user',
    summary: 'End every session of an account',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found'],
  }),
  sendInvitation: route({
    method: 'POST',
    path: '/users/:user_id/invitation',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-send_invitation',
    summary: 'Mail a new link to choose a password; the former one dies',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['user_not_found', 'invitation_accepted'],
  }),
  createInvitationLink: route({
    method: 'POST',
    path: '/users/:user_id/invitation-link',
    access: 'superuser',
    audience: 'team',
    operationId: 'users-create_invitation_link',
    keyed: false,
    summary: 'Make a new link to choose a password, to hand over otherwise; the former one dies',
    pathParams: userPath,
    body: c.noBody(),
    responses: { 200: InvitationLink },
    errors: ['user_not_found', 'invitation_accepted', 'password_required'],
  }),
});
