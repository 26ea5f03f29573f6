import type { Feature } from '../../shared/feature.ts';
import { appDailyMessages } from './daily-messages.app.contract.ts';
import { dailyMessagesAudit } from './daily-messages.audit.ts';
import { dailyMessages } from './daily-messages.contract.ts';
import { dailyMessagesErrors } from './daily-messages.rules.ts';

export const dailyMessagesFeature = {
  routes: { dailyMessages, appDailyMessages },
  errors: dailyMessagesErrors,
  audited: dailyMessagesAudit,
  readBy: { daily_message: { can: 'daily_messages.read' } },
} satisfies Feature;
