import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { bool, secret, text, timeZone } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';
import { COLUMN_CHOICE, NO_COLUMNS } from './accounts.preferences.rules.ts';

const route = routeWith(accountsErrors);

export const Theme = z.enum(['light', 'dark', 'system']).meta({ id: 'Theme' });
export type Theme = z.infer<typeof Theme>;
export const Density = z.enum(['comfortable', 'compact']).meta({ id: 'Density' });
export type Density = z.infer<typeof Density>;

/** Tables whose columns each person chooses; a view of a page with columns of its own is a table of its own. */
const TABLES = [
  'members',
  'admin',
  'items',
  'news',
  'news_trash',
  'daily_messages',
  'daily_reserve',
  'daily_trash',
] as const;
export type TableName = (typeof TABLES)[number];

/** Maximum length of a choice of columns, in code points. */
const COLUMNS_MAX = 255;

/** The chosen columns of a table, in the form that addresses of lists have too. */
export const columnChoice = () =>
  text({ max: COLUMNS_MAX, pattern: COLUMN_CHOICE }).meta({
    description: `Names of the columns after the first, in their order, separated by commas; \`${NO_COLUMNS}\` for none.`,
  });

const columnsOf = <Choice extends z.ZodType>(choice: () => Choice) =>
  z.object(Object.fromEntries(TABLES.map((table) => [table, choice()])) as Record<TableName, Choice>);

/** Display preferences of an account, shared by all its browsers. */
export const Preferences = z
  .object({
    theme: Theme,
    density: Density,
    time_zone: z.string().nullable().meta({
      description: 'Null: that of the organisation. The app prefers that of the phone last seen.',
    }),
    shortcuts: z.boolean().meta({ description: 'Whether single-key shortcuts are enabled (WCAG 2.1.4).' }),
    weekly_summary: z
      .boolean()
      .meta({ description: "Whether to mail each week's figures, to those who may read statistics." }),
    alert_assigned: z.boolean(),
    alert_answered: z.boolean(),
    alert_mentioned: z.boolean(),
    alert_broadcast: z.boolean(),
    alert_broadcast_approval: z.boolean(),
    alert_news_approval: z.boolean(),
    columns: columnsOf(() => z.string().nullable())
      .meta({ id: 'ColumnChoices' })
      .describe('By table, the chosen columns; null for all, in their usual order.'),
    organization_time_zone: z.string(),
    approve_pushes_above: z.number().int().nullable().meta({
      description: 'Number of devices above which a push takes the approval of a second person; null: never.',
    }),
    approve_news: z.boolean().meta({
      description: 'Whether publishing an article takes the approval of a second person.',
    }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;
export type ColumnChoices = Preferences['columns'];

/** The choices of an account that has made none. */
export const NO_COLUMN_CHOICES = Object.fromEntries(TABLES.map((table) => [table, null])) as Record<
  TableName,
  null
>;

/** Omitted fields keep their value. */
export const PreferencesUpdate = z
  .object({
    theme: Theme,
    density: Density,
    time_zone: timeZone().nullable(),
    shortcuts: bool(),
    weekly_summary: bool(),
    alert_assigned: bool(),
    alert_answered: bool(),
    alert_mentioned: bool(),
    alert_broadcast: bool(),
    alert_broadcast_approval: bool(),
    alert_news_approval: bool(),
    columns: columnsOf(() => columnChoice().nullable())
      .partial()
      .meta({ id: 'ColumnChoicesUpdate', description: 'Tables left out keep their columns.' }),
  })
  .partial()
  .meta({ id: 'PreferencesUpdate' });
export type PreferencesUpdate = z.infer<typeof PreferencesUpdate>;

/** Token of the link in a weekly summary, which does not expire. */
const UnsubscribeQuery = z.object({ token: secret(text({ max: 64 })) });

/** Body that mail programs send (RFC 8058, section 3.2). */
export const Unsubscribe = z
  .object({ 'List-Unsubscribe': text({ pattern: /^One-Click$/ }) })
  .meta({ id: 'Unsubscribe' });

export const preferences = c.router({
  readPreferences: route({
    method: 'GET',
    path: '/preferences/',
    access: 'user',
    audience: 'team',
    operationId: 'preferences-read_preferences',
    ownAccount: true,
    summary: "Read the caller's preferences",
    responses: { 200: Preferences },
  }),
  updatePreferences: route({
    method: 'PATCH',
    path: '/preferences/',
    access: 'user',
    audience: 'team',
    operationId: 'preferences-update_preferences',
    ownAccount: true,
    summary: "Update the caller's preferences",
    body: PreferencesUpdate,
    responses: { 200: Preferences },
  }),
  openUnsubscribePage: route({
    method: 'GET',
    path: '/preferences/unsubscribe',
    access: 'public',
    audience: 'team',
    operationId: 'preferences-open_unsubscribe_page',
    summary: 'Redirect a browser to the confirmation page, since mail scanners open links too',
    query: UnsubscribeQuery,
    responses: { 303: c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() }) },
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/preferences/unsubscribe',
    access: 'public',
    audience: 'team',
    operationId: 'preferences-unsubscribe',
    summary: 'Unsubscribe from the weekly summary with one click in a mail program (RFC 8058)',
    contentType: 'application/x-www-form-urlencoded',
    query: UnsubscribeQuery,
    body: Unsubscribe,
    responses: { 200: Message },
    errors: ['invalid_token'],
  }),
});
