import type { contract } from '@agora/contract';
import { appDailyMessagesRoutes } from './features/app-daily-messages/app-daily-messages.routes.ts';
import { appDevicesRoutes } from './features/app-devices/app-devices.routes.ts';
import { appHomeRoutes } from './features/app-home/app-home.routes.ts';
import { appMessagesRoutes } from './features/app-messages/app-messages.routes.ts';
import { appNewsRoutes } from './features/app-news/app-news.routes.ts';
import { appNotificationsRoutes } from './features/app-notifications/app-notifications.routes.ts';
import { appRatingsRoutes } from './features/app-ratings/app-ratings.routes.ts';
import { auditLogsRoutes } from './features/audit-logs/audit-logs.routes.ts';
import { broadcastsRoutes } from './features/broadcasts/broadcasts.routes.ts';
import { dailyMessagesRoutes } from './features/daily-messages/daily-messages.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { inboundMailRoutes } from './features/inbound-mail/inbound-mail.routes.ts';
import { itemsRoutes } from './features/items/items.routes.ts';
import { loginRoutes } from './features/login/login.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { messageImagesRoutes } from './features/message-images/message-images.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { newsRoutes } from './features/news/news.routes.ts';
import { newsCategoriesRoutes } from './features/news-categories/news-categories.routes.ts';
import { preferencesRoutes } from './features/preferences/preferences.routes.ts';
import { privateRoutes } from './features/private/private.routes.ts';
import { ratingsRoutes } from './features/ratings/ratings.routes.ts';
import { replyTemplatesRoutes } from './features/reply-templates/reply-templates.routes.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { utilsRoutes } from './features/utils/utils.routes.ts';
import type { RouteDeps } from './platform/deps.ts';
import type { Implementation } from './platform/http/router.ts';

/** Who implements each part of the contract. A part that nobody implements does not compile. */
export const routes: {
  [Part in keyof typeof contract]: (deps: RouteDeps) => Implementation<(typeof contract)[Part]>;
} = {
  login: loginRoutes,
  users: usersRoutes,
  items: itemsRoutes,
  sessions: sessionsRoutes,
  preferences: preferencesRoutes,
  dashboard: dashboardRoutes,
  dailyMessages: dailyMessagesRoutes,
  news: newsRoutes,
  newsCategories: newsCategoriesRoutes,
  media: mediaRoutes,
  appNews: appNewsRoutes,
  messages: messagesRoutes,
  messageImages: messageImagesRoutes,
  inboundMail: inboundMailRoutes,
  replyTemplates: replyTemplatesRoutes,
  ratings: ratingsRoutes,
  auditLogs: auditLogsRoutes,
  devices: devicesRoutes,
  broadcasts: broadcastsRoutes,
  appDailyMessages: appDailyMessagesRoutes,
  appMessages: appMessagesRoutes,
  appRatings: appRatingsRoutes,
  appHome: appHomeRoutes,
  appDevices: appDevicesRoutes,
  appNotifications: appNotificationsRoutes,
  utils: utilsRoutes,
  private: privateRoutes,
};
