import { appDailyMessages } from './features/app-daily-messages/app-daily-messages.contract.ts';
import { appHome } from './features/app-home/app-home.contract.ts';
import { appMessages } from './features/app-messages/app-messages.contract.ts';
import { appRatings } from './features/app-ratings/app-ratings.contract.ts';
import { auditLogs } from './features/audit-logs/audit-logs.contract.ts';
import { dailyMessages } from './features/daily-messages/daily-messages.contract.ts';
import { dashboard } from './features/dashboard/dashboard.contract.ts';
import { items } from './features/items/items.contract.ts';
import { login } from './features/login/login.contract.ts';
import { messages } from './features/messages/messages.contract.ts';
import { preferences } from './features/preferences/preferences.contract.ts';
import { privateRoutes } from './features/private/private.contract.ts';
import { ratings } from './features/ratings/ratings.contract.ts';
import { replyTemplates } from './features/reply-templates/reply-templates.contract.ts';
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
    messages,
    replyTemplates,
    ratings,
    auditLogs,
    appDailyMessages,
    appMessages,
    appRatings,
    appHome,
    utils,
    private: privateRoutes,
  },
  { pathPrefix: API_PREFIX },
);
