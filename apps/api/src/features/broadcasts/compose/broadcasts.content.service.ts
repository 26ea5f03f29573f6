import type { AudienceRules, BroadcastText } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { completeLocales } from '@agora/contract/features/broadcasts/broadcasts.text.rules';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { firstNameIn, insertFirstName } from '@agora/contract/shared/placeholders';
import { AppError } from '../../../platform/errors.ts';
import type { PushContent } from '../../../platform/push/push.ts';
import { shortened } from '../../../platform/push/shortened.ts';
import type { Config } from '../../../platform/settings.ts';
import type { Broadcast } from '../broadcasts.table.ts';

export type Content = Pick<Broadcast, 'id' | 'translations' | 'link' | 'image' | 'ttl_seconds' | 'day'>;

/** Maximum length of a first name in a push, in characters and in bytes of JSON. */
const NAME_MAX = 40;
const NAME_BYTES = 120;

/** A name of the maximum size, for which a push needs room: an ellipsis may add three bytes. */
export const LONGEST_NAME = 'x'.repeat(NAME_BYTES + 3);

/** The first name in a push; empty for members without one. */
export const pushNameIn = (fullName: string | null): string =>
  shortened(firstNameIn(fullName), NAME_MAX, NAME_BYTES);

/** The texts for a member, with their first name or its fallback. The message of a day has no placeholders. */
export const textWithName = (
  { title, body }: BroadcastText,
  { day }: Pick<Broadcast, 'day'>,
  name: string,
): BroadcastText =>
  day === null ? { title: insertFirstName(title, name), body: insertFirstName(body, name) } : { title, body };

interface Reader {
  locale: Locale;
  /** As returned by `pushNameIn`. */
  name: string;
}

/** Content for a device. @param host host that serves pictures */
export function contentIn(content: Content, { locale, name }: Reader, host: string): PushContent {
  const { id, translations, link, image, ttl_seconds } = content;
  const { title, body } = textWithName(translations[locale] ?? { title: '', body: '' }, content, name);
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
