import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { bool, secret, text, timeZone } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { accountsErrors } from './accounts.errors.ts';

const route = routeWith(accountsErrors);

export const Theme = z.enum(['light', 'dark', 'system']).meta({ id: 'Theme' });
export type Theme = z.infer<typeof Theme>;
export const Density = z.enum(['comfortable', 'compact']).meta({ id: 'Density' });
export type Density = z.infer<typeof Density>;

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
      .meta({ description: "Whether to mail each week's figures. Only superusers get them." }),
    alert_assigned: z.boolean(),
    alert_answered: z.boolean(),
    alert_mentioned: z.boolean(),
    alert_broadcast: z.boolean(),
    organization_time_zone: z.string(),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

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
    summary: "Read the caller's preferences",
    responses: { 200: Preferences },
  }),
  updatePreferences: route({
    method: 'PATCH',
    path: '/preferences/',
    access: 'user',
    audience: 'team',
    operationId: 'preferences-update_preferences',
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
