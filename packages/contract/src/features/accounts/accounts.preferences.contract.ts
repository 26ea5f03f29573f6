import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { bool, timeZone } from '../../shared/fields.ts';

export const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;
export const Density = z.enum(['comfortable', 'compact']);
export type Density = z.infer<typeof Density>;

/** Display preferences of an account, shared by all its browsers. */
export const Preferences = z
  .object({
    theme: Theme,
    density: Density,
    time_zone: z.string().nullable().meta({ description: 'Null: that of the organisation.' }),
    shortcuts: z.boolean().meta({ description: 'Whether single keys are shortcuts (WCAG 2.1.4).' }),
    organization_time_zone: z.string(),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

/** Fields left out keep their value. */
export const PreferencesUpdate = z
  .object({ theme: Theme, density: Density, time_zone: timeZone().nullable(), shortcuts: bool() })
  .partial()
  .meta({ id: 'PreferencesUpdate' });
export type PreferencesUpdate = z.infer<typeof PreferencesUpdate>;

export const preferences = c.router({
  readPreferences: route({
    method: 'GET',
    path: '/preferences/',
    access: 'user',
    audience: 'team',
    operationId: 'preferences-read_preferences',
    summary: "Read one's own preferences",
    responses: { 200: Preferences },
  }),
  updatePreferences: route({
    method: 'PATCH',
    path: '/preferences/',
    access: 'user',
    audience: 'team',
    operationId: 'preferences-update_preferences',
    summary: "Change one's own preferences",
    body: PreferencesUpdate,
    responses: { 200: Preferences },
  }),
});
