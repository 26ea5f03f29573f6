import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { civilDate, id, instant } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { TIME_ZONE_HEADER, timeZoneOfPhone } from '../../shared/phone-time-zone.ts';
import { dailyMessagesErrors } from './daily-messages.rules.ts';

const route = routeWith(dailyMessagesErrors);

/** Number of past days that the app can read. */
export const APP_DAYS_BACK = 60;

/** A day's message in the reader's language. */
export const AppDailyMessage = z
  .object({
    day: z.string().meta({ format: 'date' }),
    id: id(),
    locale: Locale.meta({ description: 'Language of the texts.' }),
    is_fallback: z.boolean().meta({ description: "Whether this differs from the reader's language." }),
    title: z.string(),
    body: z.string().meta({ description: 'Plain text with line breaks.' }),
    author: z.string(),
    link: z.string().nullable(),
    next_change_at: instant().meta({
      description: "End of the day in the reader's time zone: ask again then.",
    }),
  })
  .meta({ id: 'AppDailyMessage' });
export type AppDailyMessage = z.infer<typeof AppDailyMessage>;

const AppDailyMessageOfList = AppDailyMessage.omit({ next_change_at: true });

export const AppDailyMessages = pageOf(AppDailyMessageOfList).meta({ id: 'AppDailyMessages' });

/** Parameters that determine the reader's current day. */
export const DayOfReader = z.object({
  day: civilDate().optional().meta({
    description: "The phone's local date. Absent: today in the time zone.",
  }),
  time_zone: timeZoneOfPhone().optional().meta({
    description:
      "The phone's time zone. Absent or not in the IANA database: that of the reader's preferences, else of the phone they were last seen with, else the organisation's. The header `X-Time-Zone` names the one used.",
  }),
});

export const appDailyMessages = c.router({
  readAppDailyMessage: route({
    method: 'GET',
    path: '/app/daily-message',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_daily_message',
    headers: TIME_ZONE_HEADER,
    content: ['daily_messages'],
    summary: "Read the message of the reader's current day",
    query: DayOfReader,
    responses: { 200: AppDailyMessage },
    errors: ['no_message'],
  }),
  readAppDailyMessages: route({
    method: 'GET',
    path: '/app/daily-messages',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_daily_messages',
    headers: TIME_ZONE_HEADER,
    summary: "List the messages of the reader's current day and of the 60 days before, newest first",
    query: Page.extend(DayOfReader.shape),
    responses: { 200: AppDailyMessages },
  }),
});
