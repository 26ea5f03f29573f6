import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** Passkeys of the team: public keys, whose private halves never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The device's id of the passkey, in base64url as all of these. */
    credential_id: text().notNull(),
    /** In COSE. */
    public_key: text().notNull(),
    /** Random bytes by which devices tell accounts apart, the same for all passkeys of an account. */
    user_handle: text().notNull(),
    /** Uses as the device counts them: one that falls behind is a copy. 0 where it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    created_at: moment().notNull(),
    last_used_at: moment(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id').on(table.credential_id),
    index('passkeys_user').on(table.user_id),
  ],
);

export type PasskeyRow = typeof passkeys.$inferSelect;
