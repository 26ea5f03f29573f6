import { IconLink } from '@tabler/icons-react';
import { PhoneFrame } from '../../components/phone.tsx';
import { formatDay } from '../../platform/dates.ts';
import type { Locale } from '../../platform/i18n.ts';
import { PHONE, t } from './daily-messages.dialogs.texts.ts';
import classes from './daily-messages.phone.module.css';

/** The message in a member's language. */
interface Shown {
  title: string;
  body: string;
  author: string;
  link: string | null;
  locale: Locale;
  is_fallback: boolean;
}

interface PhoneProps {
  day: string;
  /** Language of the member. */
  locale: Locale;
  mode: 'light' | 'dark';
  /** Undefined if there is no message. */
  shown: Shown | undefined;
}

/** A message as a phone shows it, in the member's language. */
export function Phone({ day, locale, mode, shown }: PhoneProps) {
  const says = PHONE[locale];
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }, locale);
  return (
    <PhoneFrame
      locale={locale}
      mode={mode}
      title={says.title}
      caption={shown?.is_fallback && t.isFallback(shown.locale)}
    >
      <p className={classes.date}>{date}</p>
      {shown ? (
        <div lang={shown.locale} dir="auto">
          {shown.title && <p className={classes.title}>{shown.title}</p>}
          <p className={classes.body}>{shown.body}</p>
          {shown.author && <p className={classes.author}>{shown.author}</p>}
        </div>
      ) : (
        <p className={classes.nothing}>{says.nothing}</p>
      )}
      {shown?.link && (
        <span className={classes.link}>
          <IconLink size={16} aria-hidden />
          {says.more}
        </span>
      )}
    </PhoneFrame>
  );
}
