import type { Density, Theme } from '@agora/contract/features/preferences/preferences.contract';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../users/users.table.ts';

/** What holds for whoever never chose. */
export const DEFAULTS = { theme: 'light', density: 'comfortable', time_zone: null, shortcuts: true } as const;

/** How people want the back-office to look. Who never chose has no row. */
export const preferences = pgTable('preferences', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  theme: text().$type<Theme>().notNull().default(DEFAULTS.theme),
  density: text().$type<Density>().notNull().default(DEFAULTS.density),
  /** Null: that of the organisation. */
  time_zone: text(),
  shortcuts: boolean().notNull().default(DEFAULTS.shortcuts),
});

export type PreferencesRow = typeof preferences.$inferSelect;
