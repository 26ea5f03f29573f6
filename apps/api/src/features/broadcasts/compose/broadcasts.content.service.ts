import type { AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { completeLocales } from '@agora/contract/features/broadcasts/broadcasts.text.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Config } from '../../../platform/config.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PushContent } from '../../../platform/push/push.ts';
import type { Broadcast } from '../broadcasts.table.ts';

export type Content = Pick<Broadcast, 'id' | 'translations' | 'link' | 'image' | 'ttl_seconds'>;

/** Content for devices in a language. @param host host that serves pictures */
export function contentIn(
  { id, translations, link, image, ttl_seconds }: Content,
  locale: Locale,
  host: string,
): PushContent {
  const { title, body } = translations[locale] ?? { title: '', body: '' };
  const push = { notificationId: id, collapseId: id, locale, title, body, link, ttl: ttl_seconds };
  return { ...push, image: image && new URL(image, host).href };
}

/**
 * The fields that determine the recipients. The languages of a daily push are only known when it is sent.
 * @param audience its rules, or those of its segment
 * @throws {AppError} `broadcast_incomplete`
 */
export function reachOf(
  broadcast: Pick<Broadcast, 'category' | 'missing_locale' | 'translations' | 'day'>,
  audience: AudienceRules | null,
  { DEFAULT_LOCALE }: Pick<Config, 'DEFAULT_LOCALE'>,
) {
  const { category, missing_locale, translations, day } = broadcast;
  const complete_locales = day === null ? completeLocales(translations) : [...LOCALES];
  const isComplete =
    missing_locale === 'fallback' ? complete_locales.includes(DEFAULT_LOCALE) : complete_locales.length > 0;
  if (!audience || !isComplete) throw new AppError('broadcast_incomplete');
  return { audience, category, missing_locale, complete_locales };
}
