import { LOCALES } from '@agora/contract/shared/locales';
import { lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
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

/** What names are sorted by; the index below is on exactly this expression. */
export const nameKey = sql`lower(f_unaccent(full_name))`;

/** What a search looks in; the trigram index below is on exactly this expression. */
export const searchText = sql`lower(f_unaccent(coalesce(full_name, '') || E'\n' || email))`;

/** Not in the trash: what nearly every list is about. */
const isLiving = sql`deleted_at is null`;

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** As its owner spells it. */
    email: text().notNull(),
    /** The address that replaces `email` once it is confirmed, until the moment below. */
    pending_email: text(),
    pending_email_expires_at: moment(),
    /** What all spellings of the address have in common (`emailKey`): one account each. */
    email_key: text().notNull(),
    full_name: text(),
    is_active: boolean().notNull().default(true),
    is_superuser: boolean().notNull().default(false),
    password_hash: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    created_at: moment().notNull(),
    /** Grows with every change that people make, so that the second of two editors is told of the first. */
    version: integer().notNull().default(1),
    updated_at: moment().notNull().defaultNow(),
    /** To the nearest five minutes. */
    last_seen_at: moment(),
    must_change_password: boolean().notNull().default(false),
    /** Set while the owner of an account made for them has not chosen a password. */
    invitation_expires_at: moment(),
    deactivated_at: moment(),
    deactivated_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** From then on the account counts as active again: nothing needs to happen at that moment. */
    deactivated_until: moment(),
    deactivation_reason: text(),
    /** In the trash since then; to every route but the trash's own the account is gone. */
    deleted_at: moment(),
    /** Messages of the account are not accepted since then. */
    messages_blocked_at: moment(),
    messages_blocked_by: uuid().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email_key).where(sql`deleted_at is null`),
    index('users_living')
      .on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isLiving),
    index('users_living_by_role')
      .on(table.is_superuser, table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isLiving),
    index('users_by_name').on(nameKey, table.id).where(isLiving),
    index('users_by_name_desc')
      .on(sql`${nameKey} desc nulls last`, table.id.desc().nullsFirst())
      .where(isLiving),
    index('users_by_last_seen').on(table.last_seen_at, table.id).where(isLiving),
    index('users_by_last_seen_desc')
      .on(table.last_seen_at.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(isLiving),
    index('users_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
    index('users_inactive').on(table.id).where(sql`not is_active`),
    index('users_deactivated_by').on(table.deactivated_by).where(sql`deactivated_by is not null`),
    index('users_messages_blocked_by')
      .on(table.messages_blocked_by)
      .where(sql`messages_blocked_by is not null`),
    index('users_search').using('gin', sql`${searchText} gin_trgm_ops`),
  ],
);

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** Whether an account is active at `now`: a deactivation that has passed is none. `isActiveAt` says it in SQL. */
export const isActive = (
  { is_active, deactivated_until }: Pick<User, 'is_active' | 'deactivated_until'>,
  now: Date,
): boolean => is_active || (deactivated_until !== null && deactivated_until <= now);

/** What `isActive` says, of rows of `users`. */
export const isActiveAt = (now: Date | Placeholder): SQL =>
  sql`(${users.is_active} or coalesce(${lte(users.deactivated_until, now)}, false))`;

/** Changes of address: the former one can be taken back, and a new one may have to be confirmed, by links of mails. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    old_email: text().notNull(),
    new_email: text().notNull(),
    /** SHA-256 of the token with which it is undone; null until the mail is written. */
    token_hash: text(),
    /** True if the new address is the account's `pending_email`. */
    is_pending: boolean().notNull().default(false),
    /** SHA-256 of the token with which it is confirmed; null until the mail is written, and once it is over. */
    confirm_hash: text(),
    expires_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('email_changes_token_hash').on(table.token_hash),
    uniqueIndex('email_changes_confirm_hash').on(table.confirm_hash),
    index('email_changes_user').on(table.user_id),
  ],
);
