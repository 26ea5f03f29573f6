import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Pushes stored instead of sent, if a provider has no credentials on a developer's machine. */
export const localPushes = pgTable(
  'local_pushes',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    token: text().notNull(),
    collapse_id: text().notNull(),
    locale: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    link: text(),
    image: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    index('local_pushes_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);

export type LocalPush = typeof localPushes.$inferSelect;
