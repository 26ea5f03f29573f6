import { z } from 'zod';
import { BulkReport, bulkOf } from '../../shared/bulk.ts';
import {
  bool,
  civilDate,
  email,
  id,
  instant,
  password,
  period,
  queryDay,
  sameInstant,
  search,
  secret,
  text,
  uuid,
  whole,
} from '../../shared/fields.ts';
import { FULL_NAME_MAX, PASSWORD_MAX } from '../../shared/limits.ts';
import { Locale } from '../../shared/locale.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { hasVisible } from '../../shared/visible.ts';
import { ACTIVE_DAYS_KEPT } from '../dashboard/dashboard.rules.ts';
import { Permission, RoleKey } from './accounts.roles.schema.ts';
import { DEACTIVATION_REASON_MAX, USER_STATUSES } from './accounts.users.rules.ts';

/** The name of a person; null without visible characters. */
export const fullName = () =>
  text({ max: FULL_NAME_MAX, isLine: true })
    .nullable()
    .overwrite((name) => (name !== null && hasVisible(name) ? name : null))
    .meta({ format: 'name', description: 'A blank one is stored as null.' });

/** How other features name an account. */
export const Person = z.object({ id: id(), email: z.string(), full_name: z.string().nullable() });

export const UserPublic = z
  .object({
    email: z.string().meta({ format: 'email' }),
    is_active: z.boolean(),
    is_superuser: z.boolean(),
    full_name: z.string().nullable(),
    id: id(),
    created_at: instant(),
    locale: Locale,
    version: z.number().int().meta({ description: 'Incremented by every change of the account.' }),
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
      .meta({ description: 'Messages from this account have been rejected since then.' }),
    pending_email: z
      .string()
      .nullable()
      .meta({ format: 'email', description: 'The address of the account once it is confirmed.' }),
    role_id: id().nullable().meta({
      description:
        'The role of somebody of the team; null for members, and for superusers, who may do anything.',
    }),
    second_factor_at: instant().nullable().meta({
      description: 'Since when somebody of the team has a second factor; null if they have none.',
    }),
    oidc_linked_at: instant().nullable().meta({
      description:
        'Since when the owner signs in through the OpenID Connect provider, too; null if they do not.',
    }),
    is_role_from_oidc: z.boolean().meta({
      description: 'True if a claim of that provider gives the role, which nobody can then set by hand.',
    }),
  })
  .meta({ id: 'UserPublic' });
export type UserPublic = z.infer<typeof UserPublic>;

/** The caller's account, with what they may do. */
export const UserMe = UserPublic.extend({
  role: z.object({ id: id(), key: RoleKey.nullable(), name: z.string() }).nullable(),
  permissions: z.array(Permission).meta({ description: 'All of them for a superuser.' }),
  second_factor_policy: z
    .enum(['off', 'optional', 'required'])
    .meta({ description: 'Whether the team signs in with a second factor.' }),
  second_factors: z
    .array(z.enum(['code', 'passkey']).meta({ id: 'SecondFactorKind' }))
    .meta({ description: 'Those that the caller has and the service asks for.' }),
  second_factor_due_at: instant().nullable().meta({
    description: 'When the caller must have set a second factor up; null if they need not or have.',
  }),
  must_set_up_second_factor: z.boolean().meta({ description: 'True once that moment has passed.' }),
  has_password: z.boolean().meta({
    description: 'False for those who sign in by the provider alone: they set one by the link of a mail.',
  }),
}).meta({ id: 'UserMe' });
export type UserMe = z.infer<typeof UserMe>;

export const UsersPublic = pageOf(UserPublic).meta({ id: 'UsersPublic' });

/** `confirm_password`, if sent, repeats the password. */
export const UserRegister = z
  .object({
    email: email(),
    password: password(),
    full_name: fullName().optional(),
    confirm_password: secret(text({ max: PASSWORD_MAX }))
      .nullable()
      .optional()
      .meta({
        description: 'The password again; forms send it, other clients may omit it.',
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

/** The role of a new account; a superuser has none. */
const role = () => uuid().nullable().default(null);

export const UserCreate = z
  .object({
    email: email(),
    is_active: bool().default(true),
    is_superuser: bool().default(false),
    full_name: fullName().optional(),
    password: password(),
    must_change_password: bool().default(false),
    locale: Locale.optional(),
    role_id: role(),
  })
  .meta({ id: 'UserCreate' });

/** Creates an account whose owner sets the password through a mailed link. */
export const UserInvite = z
  .object({
    email: email(),
    full_name: fullName().optional(),
    is_superuser: bool().default(false),
    locale: Locale.optional(),
    role_id: role(),
  })
  .meta({ id: 'UserInvite' });

export const InvitationLink = z
  .object({ url: secret(z.string()), expires_at: instant() })
  .meta({ id: 'InvitationLink' });

export const UserDeactivate = z
  .object({
    reason: text({ max: DEACTIVATION_REASON_MAX }).nullable().optional(),
    until: civilDate().nullable().optional().meta({
      description: 'The account is active again from this day on, in the time zone of the organisation.',
    }),
  })
  .meta({ id: 'UserDeactivate' });
export type UserDeactivate = z.infer<typeof UserDeactivate>;

/** Omitted fields keep their value. Rejected if `version` is sent and outdated. */
export const UserUpdate = z
  .object({
    email: email(),
    is_active: bool(),
    is_superuser: bool(),
    full_name: fullName(),
    password: password(),
    locale: Locale,
    role_id: uuid()
      .nullable()
      .meta({ description: 'Null removes the account from the team, unless it is a superuser.' }),
    version: whole({ min: 1, max: SKIP_MAX }),
  })
  .partial()
  .meta({ id: 'UserUpdate' });
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Omitted fields keep their value. */
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
export const ConfirmEmailChange = z.object({ token: secret(text()) }).meta({ id: 'ConfirmEmailChange' });

/** Current state of an account; `invited` accounts are active, but can't sign in yet. */
export const UserStatus = z.enum(USER_STATUSES).meta({ id: 'UserStatus' });
export type UserStatus = z.infer<typeof UserStatus>;

/** Days are in the organisation's time zone. */
export const UserFilter = z.object({
  is_superuser: bool().optional(),
  is_team: bool().optional().meta({ description: 'Superusers and accounts with a role, or all others.' }),
  role_id: uuid().optional(),
  status: UserStatus.optional().meta({ description: 'Deleted accounts are only listed with `deleted`.' }),
  locale: Locale.optional(),
  ...period('Signed up'),
  unseen_since: queryDay('Not seen on this day or later.'),
  last_seen_from: queryDay('Last seen on this day or later.'),
  last_seen_to: queryDay('Last seen on this day or earlier, and at all.'),
  active_on: queryDay(`Members who used the app on this day, one of the last ${ACTIVE_DAYS_KEPT}.`),
  segment_id: uuid().optional().meta({
    description: 'Active accounts that match the rules of this segment; none if there is no such segment.',
  }),
  search: search(
    'Words of the name or the e-mail address, in any order; accents and letter case are ignored',
  ),
});
export type UserFilter = z.infer<typeof UserFilter>;

export const UserSort = sortBy('created_at', 'full_name', 'email', 'last_seen_at').default('-created_at');
export type UserSort = z.infer<typeof UserSort>;

export const UserBulk = bulkOf(z.enum(['deactivate', 'reactivate', 'delete', 'restore', 'erase']), UserFilter)
  .safeExtend({
    deactivated_at: sameInstant().optional().meta({
      description:
        'The `done_at` of a bulk deactivation, to undo it: `reactivate` skips accounts that were deactivated at another moment or by another user. Only for that action.',
    }),
  })
  .check(({ value, issues }) => {
    if (value.deactivated_at === undefined || value.action === 'reactivate') return;
    issues.push({
      code: 'custom',
      input: value,
      path: ['deactivated_at'],
      message: 'Value error, this is for reactivate alone',
      params: { type: 'value_error' },
    });
  })
  .meta({ id: 'UserBulk' });
export type UserBulk = z.infer<typeof UserBulk>;

export const UserBulkReport = BulkReport.extend({
  unchanged: z.number().int().min(0).meta({ description: 'Accounts that were already in that state.' }),
  done_at: instant(),
}).meta({ id: 'UserBulkReport' });
export type UserBulkReport = z.infer<typeof UserBulkReport>;

/** Days during which a deleted account can be restored. */
export const USER_TRASH_DAYS = 30;
