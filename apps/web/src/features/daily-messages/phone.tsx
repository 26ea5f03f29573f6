import { SegmentedControl } from '@mantine/core';
import { IconBatteryFilled, IconLink, IconWifi } from '@tabler/icons-react';
import { formatDay } from '../../platform/dates.ts';
import type { Locale } from '../../platform/i18n.ts';
import { PHONE, t } from './dialogs.texts.ts';
import classes from './phone.module.css';

/** What a member reads. */
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
  /** Of the member who holds it. */
  locale: Locale;
  mode: 'light' | 'dark';
  /** Undefined: nothing. */
  shown: Shown | undefined;
}

/** A message as a phone shows it, in the member's language. */
export function Phone({ day, locale, mode, shown }: PhoneProps) {
  const says = PHONE[locale];
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }, locale);
  return (
    <figure className={classes.figure}>
      <div className={classes.phone} data-mode={mode} lang={locale}>
        <div className={classes.bar} aria-hidden>
          <span>{'9:41'}</span>
          <span className={classes.signs}>
            <IconWifi size={14} />
            <IconBatteryFilled size={16} />
          </span>
        </div>
        <p className={classes.app}>{says.title}</p>
        <article className={classes.card}>
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
        </article>
      </div>
      {shown?.is_fallback && (
        <figcaption className={classes.caption}>{t.isFallback(shown.locale)}</figcaption>
      )}
    </figure>
  );
}

interface ModeControlProps {
  mode: 'light' | 'dark';
  onChange: (mode: 'light' | 'dark') => void;
}

/** The colours of the phone. */
export const ModeControl = ({ mode, onChange }: ModeControlProps) => (
  <SegmentedControl
    aria-label={t.phoneMode}
    size="sm"
    value={mode}
    onChange={(value) => onChange(value === 'dark' ? 'dark' : 'light')}
    data={[
      { value: 'light', label: t.light },
      { value: 'dark', label: t.dark },
    ]}
  />
);
