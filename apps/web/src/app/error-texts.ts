import type { ErrorCode } from '@agora/contract/registry';
import type { sharedErrors } from '@agora/contract/shared/errors';
import { t as accounts } from '../features/accounts/accounts.errors.texts.ts';
import { t as approvals } from '../features/approvals/approvals.errors.texts.ts';
import { t as broadcasts } from '../features/broadcasts/broadcasts.errors.texts.ts';
import { t as dailyMessages } from '../features/daily-messages/daily-messages.errors.texts.ts';
import { t as devices } from '../features/devices/devices.errors.texts.ts';
import { t as items } from '../features/items/items.errors.texts.ts';
import { t as media } from '../features/media/media.errors.texts.ts';
import { t as messages } from '../features/messages/messages.errors.texts.ts';
import { t as news } from '../features/news/news.errors.texts.ts';
import { t as ratings } from '../features/ratings/ratings.errors.texts.ts';
import { t as savedViews } from '../features/saved-views/saved-views.errors.texts.ts';
import { mergeTexts } from '../platform/i18n.ts';

const TEXTS = [
  accounts,
  approvals,
  broadcasts,
  dailyMessages,
  devices,
  items,
  media,
  messages,
  news,
  ratings,
  savedViews,
] as const;

type Merged<Texts> = (Texts extends unknown ? (texts: Texts) => void : never) extends (all: infer All) => void
  ? All
  : never;
type OwnCode = Exclude<ErrorCode, keyof typeof sharedErrors>;

/** Texts of the features' error codes. Does not compile if a code of the contract has no text. */
export const featureErrorTexts: Readonly<Record<OwnCode, string>> = mergeTexts(TEXTS) as Merged<
  (typeof TEXTS)[number]
>;
