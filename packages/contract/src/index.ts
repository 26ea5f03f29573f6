import { appDailyMessages } from './features/app-daily-messages/app-daily-messages.contract.ts';
import { appNews } from './features/app-news/app-news.contract.ts';
import { auditLogs } from './features/audit-logs/audit-logs.contract.ts';
import { dailyMessages } from './features/daily-messages/daily-messages.contract.ts';
import { dashboard } from './features/dashboard/dashboard.contract.ts';
import { items } from './features/items/items.contract.ts';
import { login } from './features/login/login.contract.ts';
import { media } from './features/media/media.contract.ts';
import { news } from './features/news/news.contract.ts';
import { newsCategories } from './features/news-categories/news-categories.contract.ts';
import { preferences } from './features/preferences/preferences.contract.ts';
import { privateRoutes } from './features/private/private.contract.ts';
import { sessions } from './features/sessions/sessions.contract.ts';
import { users } from './features/users/users.contract.ts';
import { utils } from './features/utils/utils.contract.ts';
import { c } from './shared/define.ts';

export const API_PREFIX = '/api/v1';
export const API_VERSION = '0.1.0';

/** Every route of the API. */
export const contract = c.router(
  {
    login,
    users,
    items,
    sessions,
    preferences,
    dashboard,
    dailyMessages,
    news,
    newsCategories,
    media,
    auditLogs,
    appDailyMessages,
    appNews,
    utils,
    private: privateRoutes,
  },
  { pathPrefix: API_PREFIX },
);
