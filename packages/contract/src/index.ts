import { login } from './features/accounts/accounts.login.contract.ts';
import { preferences } from './features/accounts/accounts.preferences.contract.ts';
import { sessions } from './features/accounts/accounts.sessions.contract.ts';
import { users } from './features/accounts/accounts.users.contract.ts';
import { alerts } from './features/alerts/alerts.contract.ts';
import { auditLogs } from './features/audit/audit.contract.ts';
import { appNotifications } from './features/broadcasts/broadcasts.app.contract.ts';
import { broadcasts } from './features/broadcasts/broadcasts.contract.ts';
import { appDailyMessages } from './features/daily-messages/daily-messages.app.contract.ts';
import { dailyMessages } from './features/daily-messages/daily-messages.contract.ts';
import { appHome } from './features/dashboard/dashboard.app.contract.ts';
import { dashboard } from './features/dashboard/dashboard.contract.ts';
import { statistics } from './features/dashboard/dashboard.statistics.contract.ts';
import { appDevices } from './features/devices/devices.app.contract.ts';
import { devices } from './features/devices/devices.contract.ts';
import { items } from './features/items/items.contract.ts';
import { media } from './features/media/media.contract.ts';
import { appMessages } from './features/messages/messages.app.contract.ts';
import { messages } from './features/messages/messages.contract.ts';
import { messageImages } from './features/messages/messages.images.contract.ts';
import { inboundMail } from './features/messages/messages.inbound.contract.ts';
import { replyTemplates } from './features/messages/messages.reply-templates.contract.ts';
import { appNews } from './features/news/news.app.contract.ts';
import { newsCategories } from './features/news/news.categories.contract.ts';
import { news } from './features/news/news.contract.ts';
import { presence } from './features/presence/presence.contract.ts';
import { appRatings } from './features/ratings/ratings.app.contract.ts';
import { ratings } from './features/ratings/ratings.contract.ts';
import { search } from './features/search/search.contract.ts';
import { privateRoutes } from './features/system/system.private.contract.ts';
import { utils } from './features/system/system.utils.contract.ts';
import { c } from './shared/define.ts';

export const API_PREFIX = '/api/v1';
export const API_VERSION = '0.1.0';

/** Written out, because the inferred type of all routes is too long for the compiler to emit. */
type Parts = {
  login: typeof login;
  users: typeof users;
  items: typeof items;
  sessions: typeof sessions;
  preferences: typeof preferences;
  dashboard: typeof dashboard;
  statistics: typeof statistics;
  dailyMessages: typeof dailyMessages;
  news: typeof news;
  newsCategories: typeof newsCategories;
  media: typeof media;
  messages: typeof messages;
  messageImages: typeof messageImages;
  inboundMail: typeof inboundMail;
  replyTemplates: typeof replyTemplates;
  ratings: typeof ratings;
  devices: typeof devices;
  broadcasts: typeof broadcasts;
  auditLogs: typeof auditLogs;
  alerts: typeof alerts;
  search: typeof search;
  presence: typeof presence;
  appDailyMessages: typeof appDailyMessages;
  appNews: typeof appNews;
  appMessages: typeof appMessages;
  appRatings: typeof appRatings;
  appHome: typeof appHome;
  appDevices: typeof appDevices;
  appNotifications: typeof appNotifications;
  utils: typeof utils;
  private: typeof privateRoutes;
};
type Prefixed = { pathPrefix: typeof API_PREFIX };

/** All routes of the API. */
export const contract: ReturnType<typeof c.router<Parts, typeof API_PREFIX, Prefixed>> = c.router(
  {
    login,
    users,
    items,
    sessions,
    preferences,
    dashboard,
    statistics,
    dailyMessages,
    news,
    newsCategories,
    media,
    messages,
    messageImages,
    inboundMail,
    replyTemplates,
    ratings,
    devices,
    broadcasts,
    auditLogs,
    alerts,
    search,
    presence,
    appDailyMessages,
    appNews,
    appMessages,
    appRatings,
    appHome,
    appDevices,
    appNotifications,
    utils,
    private: privateRoutes,
  },
  { pathPrefix: API_PREFIX },
);
