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
      description: "The message of the reader's day; null if there is none.",
    }),
    news: z.array(AppNewsListed).meta({
      description: `The beginning of the list of articles: pinned ones first, at most ${HOME_NEWS}.`,
    }),
    unread_messages: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Number of conversations with an unread reply.' }),
    unread_notifications: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Number of pushes that the member has not opened, as in `X-Unread-Count`.' }),
    min_app_version: z
      .string()
      .nullable()
      .meta({ description: 'Older versions prompt for an update; null: no minimum.' }),
    server_time: instant().meta({ description: 'Time of the response; not part of the ETag.' }),
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
    summary: 'Read everything that the app shows when opened, in one call',
    query: DayOfReader,
    responses: { 200: AppHome },
  }),
});
