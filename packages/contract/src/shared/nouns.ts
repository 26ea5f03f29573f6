import { accountsAudit } from '../features/accounts/accounts.audit.ts';
import { accountsErrors } from '../features/accounts/accounts.errors.ts';
import { broadcastsAudit } from '../features/broadcasts/broadcasts.audit.ts';
import { broadcastsErrors } from '../features/broadcasts/broadcasts.errors.ts';
import { dailyMessagesAudit } from '../features/daily-messages/daily-messages.audit.ts';
import { dailyMessagesErrors } from '../features/daily-messages/daily-messages.errors.ts';
import { devicesErrors } from '../features/devices/devices.errors.ts';
import { itemsAudit } from '../features/items/items.audit.ts';
import { itemsErrors } from '../features/items/items.errors.ts';
import { mediaErrors } from '../features/media/media.errors.ts';
import { messagesAudit } from '../features/messages/messages.audit.ts';
import { messagesErrors } from '../features/messages/messages.errors.ts';
import { newsAudit } from '../features/news/news.audit.ts';
import { newsErrors } from '../features/news/news.errors.ts';
import { ratingsErrors } from '../features/ratings/ratings.errors.ts';
import type { AuditedNames } from './audited.ts';
import { sharedErrors } from './errors.ts';
import type { Refusals } from './refusals.ts';

/** Every refusal of the API: the shared ones and those of each feature (`<noun>.errors.ts`). */
export const ERRORS = {
  ...sharedErrors,
  ...accountsErrors,
  ...broadcastsErrors,
  ...dailyMessagesErrors,
  ...devicesErrors,
  ...itemsErrors,
  ...mediaErrors,
  ...messagesErrors,
  ...newsErrors,
  ...ratingsErrors,
} as const satisfies Refusals;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus<Code extends ErrorCode> = (typeof ERRORS)[Code][0];

/** Every entity of the audit log, with its names (`<noun>.audit.ts`). */
export const AUDITED = {
  ...accountsAudit,
  ...itemsAudit,
  ...dailyMessagesAudit,
  ...newsAudit,
  ...messagesAudit,
  ...broadcastsAudit,
} as const satisfies AuditedNames;
