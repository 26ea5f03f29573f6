import { defineFeature } from '../../platform/feature.ts';
import { appDailyMessagesRoutes } from './app/daily-messages.app.routes.ts';
import { deleteExpiredDailyMessages } from './daily-messages.queries.ts';
import { dailyMessagesRoutes } from './daily-messages.routes.ts';

export const dailyMessagesFeature = defineFeature({
  routes: { dailyMessages: dailyMessagesRoutes, appDailyMessages: appDailyMessagesRoutes },
  housekeeping: async ({ db, now }) => deleteExpiredDailyMessages(db, now()),
});
