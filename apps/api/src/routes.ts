import type { contract } from '@agora/contract';
import { preferencesRoutes } from './features/accounts/accounts.preferences.routes.ts';
import { loginRoutes } from './features/accounts/login/accounts.login.routes.ts';
import { sessionsRoutes } from './features/accounts/sessions/accounts.sessions.routes.ts';
import { usersRoutes } from './features/accounts/users/accounts.users.routes.ts';
import { auditLogsRoutes } from './features/audit/audit.routes.ts';
import { appNotificationsRoutes } from './features/broadcasts/app/broadcasts.app.routes.ts';
import { broadcastsRoutes } from './features/broadcasts/compose/broadcasts.routes.ts';
import { appDailyMessagesRoutes } from './features/daily-messages/app/daily-messages.app.routes.ts';
import { dailyMessagesRoutes } from './features/daily-messages/daily-messages.routes.ts';
import { appHomeRoutes } from './features/dashboard/dashboard.app.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { appDevicesRoutes } from './features/devices/devices.app.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { itemsRoutes } from './features/items/items.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { appMessagesRoutes } from './features/messages/app/messages.app.routes.ts';
import { messageImagesRoutes } from './features/messages/images/messages.images.routes.ts';
import { messagesRoutes } from './features/messages/inbox/messages.routes.ts';
import { inboundMailRoutes } from './features/messages/mail/messages.inbound.routes.ts';
import { replyTemplatesRoutes } from './features/messages/reply-templates/messages.reply-templates.routes.ts';
import { newsCategoriesRoutes } from './features/news/editing/news.categories.routes.ts';
import { newsRoutes } from './features/news/editing/news.routes.ts';
import { appNewsRoutes } from './features/news/reading/news.app.routes.ts';
import { appRatingsRoutes } from './features/ratings/ratings.app.routes.ts';
import { ratingsRoutes } from './features/ratings/ratings.routes.ts';
import { privateRoutes } from './features/system/system.private.routes.ts';
import { utilsRoutes } from './features/system/system.utils.routes.ts';
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
