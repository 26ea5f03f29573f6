import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { instant } from '../../shared/fields.ts';
import { TIME_ZONE_HEADER } from '../../shared/phone-time-zone.ts';
import { AppDailyMessage, DayOfReader } from '../daily-messages/daily-messages.app.contract.ts';
import { AppNewsListed } from '../news/news.app.contract.ts';

/** Number of articles on the home screen. */
export const HOME_NEWS = 5;

/** Content of the app's home screen. */
export const AppHome = z
  .object({
    daily_message: AppDailyMessage.nullable().meta({
      description: "Of the reader's day; null: there is none.",
    }),
    news: z
      .array(AppNewsListed)
      .meta({ description: `As the list of articles begins: pinned ones first, ${HOME_NEWS} at most.` }),
    unread_messages: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Conversations with a reply that the member has not read.' }),
    unread_notifications: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Pushes that the member has not opened, as `X-Unread-Count` counts them.' }),
    min_app_version: z
      .string()
      .nullable()
      .meta({ description: 'Older versions ask to be updated; null: none has to.' }),
    server_time: instant().meta({ description: 'When this was answered; not part of the ETag.' }),
  })
  .meta({ id: 'AppHome' });
export type AppHome = z.infer<typeof AppHome>;

export const appHome = c.router({
  readAppHome: route({
    method: 'GET',
    path: '/app/home',
    access: 'user',
    audience: 'app',
    content: ['daily_messages', 'news'],
    operationId: 'app-read_home',
    headers: TIME_ZONE_HEADER,
    summary: 'Everything that an app shows on opening, in one call',
    query: DayOfReader,
    responses: { 200: AppHome },
  }),
});
