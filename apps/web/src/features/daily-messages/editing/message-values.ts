import type {
  DailyMessageCreate,
  DailyMessagePublic,
  DailyMessageStatus,
  DailyMessageText,
  MissingLocale,
  Translations,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import type { Locale } from '../../../platform/i18n.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.editing.texts.ts';

const PARTS = ['title', 'body', 'author'] as const;
type TextField = `${Locale}_${(typeof PARTS)[number]}`;

/** Form values of a message. */
export type MessageValues = Record<TextField, string> & {
  /** Empty for the reserve. */
  day: string;
  status: DailyMessageStatus;
  link: string;
  missing_locale: MissingLocale;
};

export const newValues = (day: string): MessageValues => ({
  day,
  fr_title: '',
  fr_body: '',
  fr_author: '',
  en_title: '',
  en_body: '',
  en_author: '',
  link: '',
  status: 'draft',
  missing_locale: 'fallback',
});

const textsOf = (locale: Locale, text: DailyMessageText | null) =>
  Object.fromEntries(PARTS.map((part) => [`${locale}_${part}`, text?.[part] ?? '']));

export const valuesOf = (message: DailyMessagePublic): MessageValues => ({
  ...newValues(message.day ?? ''),
  ...textsOf('fr', message.translations.fr),
  ...textsOf('en', message.translations.en),
  link: message.link ?? '',
  status: message.status,
  missing_locale: message.missing_locale,
});

export function translationsOf(values: MessageValues): Translations {
  const text = (locale: Locale) => ({
    title: values[`${locale}_title`].trim(),
    body: values[`${locale}_body`].trim(),
    author: values[`${locale}_author`].trim(),
  });
  return { fr: text('fr'), en: text('en') };
}

/** Request fields of a form, except the day. */
export const fieldsOf = (values: MessageValues): Omit<DailyMessageCreate, 'day'> => ({
  translations: translationsOf(values),
  link: values.link.trim() || null,
  status: values.status,
  missing_locale: values.missing_locale,
});

/** Conflicts are resolved per value, except the day: moving a message changes it. */
export const MESSAGE_PARTS = Object.fromEntries(
  Object.keys(newValues(''))
    .filter((name) => name !== 'day')
    .map((name) => [name, [name]]),
) as Record<MessagePart, [MessagePart]>;
export type MessagePart = Exclude<keyof MessageValues, 'day'>;

export const normal = (values: MessageValues): MessageValues => ({
  ...values,
  ...textsOf('fr', translationsOf(values).fr),
  ...textsOf('en', translationsOf(values).en),
  link: values.link.trim(),
});

const LABELS = { title: 'messageTitle', body: 'body', author: 'author' } as const;

export function labelOf(part: MessagePart): string {
  if (part === 'link') return t.link;
  if (part === 'status') return daily.status;
  if (part === 'missing_locale') return t.missingRule;
  const [locale, text] = part.split('_') as [Locale, keyof typeof LABELS];
  return `${t[LABELS[text]]} · ${daily[locale]}`;
}

export function textOf(values: MessageValues, part: MessagePart): string {
  if (part === 'status') return daily[values.status];
  if (part === 'missing_locale') return t[values.missing_locale];
  return values[part];
}
