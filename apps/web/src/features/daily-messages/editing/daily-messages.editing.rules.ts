import {
  DAILY_AUTHOR_MAX,
  DAILY_BODY_MAX,
  DAILY_TITLE_MAX,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import type { ReactNode } from 'react';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { when } from '../../../platform/rules.tsx';
import { t } from './daily-messages.editing.texts.ts';
import type { MessageValues } from './message-values.ts';

const atMost = (value: string, max: number): ReactNode =>
  when(countGraphemes(value.trim()) > max, () => t.tooLong(max));

const body = (locale: Locale) => (value: string, values: MessageValues) =>
  when(locale === DEFAULT_LOCALE && values.status === 'ready' && value.trim() === '', () =>
    t.bodyRequired(locale),
  ) ?? atMost(value, DAILY_BODY_MAX);
const title = (value: string) => atMost(value, DAILY_TITLE_MAX);
const author = (value: string) => atMost(value, DAILY_AUTHOR_MAX);

function isLink(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && !url.username && !url.password;
}

/** Validation limits of the contract, with messages. */
export const messageRules = {
  fr_title: title,
  fr_body: body('fr'),
  fr_author: author,
  en_title: title,
  en_body: body('en'),
  en_author: author,
  link: (value: string) => when(value.trim() !== '' && !isLink(value.trim()), () => t.linkInvalid),
};
