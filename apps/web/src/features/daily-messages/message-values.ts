import type {
  DailyMessageCreate,
  DailyMessagePublic,
  DailyMessageStatus,
  DailyMessageText,
  MissingLocale,
  Translations,
} from '@agora/contract/features/daily-messages/daily-messages.contract';
import { DEFAULT_LOCALE } from '../../platform/default-locale.ts';
import { LOCALES, type Locale } from '../../platform/i18n.ts';

const PARTS = ['title', 'body', 'author'] as const;
type TextField = `${Locale}_${(typeof PARTS)[number]}`;

/** A message as a form has it. */
export type MessageValues = Record<TextField, string> & {
  /** Empty: in the reserve. */
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

/** What is sent of a form, but the day. */
export const fieldsOf = (values: MessageValues): Omit<DailyMessageCreate, 'day'> => ({
  translations: translationsOf(values),
  link: values.link.trim() || null,
  status: values.status,
  missing_locale: values.missing_locale,
});

/** What people call a message: its title or, without one, the beginning of its body. */
export function titleOf({ translations }: Pick<DailyMessagePublic, 'translations'>): string {
  const texts = [DEFAULT_LOCALE, ...LOCALES].map((locale) => translations[locale]);
  const title = texts.find((text) => text?.title)?.title;
  return title ?? texts.find((text) => text?.body)?.body.split('\n', 1)[0] ?? '';
}

/** A field that a colleague changed while somebody was writing. */
export interface Conflict {
  field: Exclude<keyof MessageValues, 'day'>;
  /** Whether it was changed here too: then neither can be taken for granted. */
  isMine: boolean;
}

/** What a colleague has changed since `base` that is different here. */
export function conflictsOf(base: MessageValues, mine: MessageValues, theirs: MessageValues): Conflict[] {
  const { day: _day, ...fields } = base;
  return (Object.keys(fields) as Conflict['field'][])
    .filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field].trim())
    .map((field) => ({ field, isMine: mine[field] !== base[field] }));
}
