import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts.users.table.ts';

/** Accounts at the OpenID Connect provider by which accounts sign in: an address may change, a subject never does. */
export const oidcLinks = pgTable(
  'oidc_links',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
  },
  (table) => [unique('oidc_links_subject').on(table.issuer, table.subject)],
);
