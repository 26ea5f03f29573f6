import { LOCALES } from '@agora/contract/shared/locales';
import { getTableColumns, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { roles } from './accounts.roles.table.ts';

/** Sort key of names; the index below uses exactly this expression. */
export const nameKey = sql`lower(f_unaccent(full_name))`;

/** Keys of the words of names, and of the lines that search matches; the index below uses exactly this expression. */
export const userSearchKeys = sql`search_keys(full_name, search_text)`;

/** `nameOf` of the contract in SQL. */
export const nameOfUser = ({ full_name, email }: Record<'full_name' | 'email', AnyPgColumn>) =>
  sql<string>`coalesce(nullif(${full_name}, ''), ${email})`;

/** Not in the trash: the condition of nearly every list. */
const isNotDeleted = sql`deleted_at is null`;

/**
 * Accounts of members and the team. Triggers: `users_counted` (counts of the lists), `users_created_at_changed`,
 * `users_last_seen_at_changed` and `users_member_days_changed` (dashboard), `users_mute_devices` (no pushes while the
 * account is off),
 * `users_translate_devices` (pushes in the language of the account), `users_hand_message_threads_over` (conversations
 * of those who may not answer any longer), `users_answers_forgotten` (answers to repeated calls), `users_audited` (audit log).
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** As spelt by its owner. */
    email: text().notNull(),
    /** Replaces `email` once confirmed, until the expiry below. */
    pending_email: text(),
    pending_email_expires_at: moment(),
    /** The normalised address (`emailKey`), unique across its spellings. */
    email_key: text().notNull(),
    full_name: text(),
    is_active: boolean().notNull().default(true),
    is_superuser: boolean().notNull().default(false),
    /** What somebody of the team may do who is not a superuser. */
    role_id: uuid().references(() => roles.id),
    /** Not a member: neither listed nor counted as one. */
    is_team: boolean().notNull().generatedAlwaysAs(sql`is_superuser or role_id is not null`),
    password_hash: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    created_at: moment().notNull(),
    /** Incremented by every user edit, to detect concurrent edits. */
    version: integer().notNull().default(1),
    updated_at: moment().notNull().defaultNow(),
    /** Five minutes behind at most; one second where `SESSION_IDLE_MINUTES` is set. */
    last_seen_at: moment(),
    must_change_password: boolean().notNull().default(false),
    /** Since when the account has a second factor: a confirmed row of `second_factors`, or one of `passkeys`. */
    second_factor_at: moment(),
    /** Since when a second factor is required of the account, with `ADMIN_2FA=required`. */
    second_factor_asked_at: moment(),
    /** The owner signs in by an account at the OpenID Connect provider since then. */
    oidc_linked_at: moment(),
    /** A claim of the provider gives the role, and takes it away: nobody sets it by hand. */
    is_role_from_oidc: boolean().notNull().default(false),
    /** Set until the owner of an invited account chooses a password. */
    invitation_expires_at: moment(),
    deactivated_at: moment(),
    deactivated_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** The account counts as active again from this moment, without a job. */
    deactivated_until: moment(),
    deactivation_reason: text(),
    /** In the trash since then; visible to the routes of the trash only. */
    deleted_at: moment(),
    /** Messages from the account are rejected since then. */
    messages_blocked_at: moment(),
    messages_blocked_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** Name and address as searches compare them, a line each. */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(f_unaccent(coalesce(full_name, '') || E'\n' || email))`),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email_key).where(sql`deleted_at is null`),
    index('users_living')
      .on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index('users_living_by_role')
      .on(table.is_team, table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index('users_by_name').on(nameKey, table.id).where(isNotDeleted),
    index('users_by_name_desc')
      .on(sql`${nameKey} desc nulls last`, table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index('users_by_last_seen').on(table.last_seen_at, table.id).where(isNotDeleted),
    index('users_by_last_seen_desc')
      .on(table.last_seen_at.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index('users_role').on(table.role_id).where(sql`role_id is not null`),
    index('users_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
    index('users_second_factor_asked')
      .on(table.second_factor_asked_at)
      .where(sql`second_factor_asked_at is not null`),
    index('users_inactive').on(table.id).where(sql`not is_active`),
    index('users_deactivated_by').on(table.deactivated_by).where(sql`deactivated_by is not null`),
    index('users_messages_blocked_by')
      .on(table.messages_blocked_by)
      .where(sql`messages_blocked_by is not null`),
    index('users_search').using('gin', table.search_text.op('gin_trgm_ops')),
    index('users_search_keys').using('gin', userSearchKeys),
  ],
);

/** Without the columns that only searches read. */
export type User = Omit<typeof users.$inferSelect, 'search_text'>;

const {
  password_hash: _secret,
  email_key: _compared,
  search_text: _searched,
  messages_blocked_by: _blockedBy,
  ...shown
} = getTableColumns(users);

/** Columns of a `ShownUser`. */
export const columnsOfShownUser = shown;

/** The fields that the API returns. */
export type ShownUser = Pick<User, keyof typeof columnsOfShownUser>;

export type NewUser = typeof users.$inferInsert;

/**
 * True if an account is active at `now`: an expired deactivation has no effect. `isActiveAt` is its SQL form.
 */
export const isActive = (
  { is_active, deactivated_until }: Pick<User, 'is_active' | 'deactivated_until'>,
  now: Date,
): boolean => is_active || (deactivated_until !== null && deactivated_until <= now);

/** `isActive` as an SQL condition on `users`. */
export const isActiveAt = (now: Date | Placeholder): SQL =>
  sql`(${users.is_active} or coalesce(${lte(users.deactivated_until, now)}, false))`;

/** Address changes, undone or confirmed by links in mails. One that can be undone reserves the former address. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    old_email: text().notNull(),
    /** `emailKey` of the former address. */
    old_email_key: text().notNull(),
    new_email: text().notNull(),
    /** SHA-256 of the undo token; null until the mail is written. */
    token_hash: text(),
    /** True if the new address is the account's `pending_email`. */
    is_pending: boolean().notNull().default(false),
    /**
     * SHA-256 of the confirmation token; null until the mail is written, and after confirmation or expiry.
     */
    confirm_hash: text(),
    expires_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('email_changes_token_hash').on(table.token_hash),
    uniqueIndex('email_changes_confirm_hash').on(table.confirm_hash),
    index('email_changes_user').on(table.user_id),
    index('email_changes_old_email_key').on(table.old_email_key),
  ],
);
