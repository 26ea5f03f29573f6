import { IconBellRinging } from '@tabler/icons-react';
import { Phone } from '../../../components/phone.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { PRODUCT_NAME } from '../../../platform/product-name.ts';
import { t } from './broadcasts.compose.texts.ts';
import classes from './broadcasts.phone.module.css';
import { PHONE } from './broadcasts.phone.texts.ts';

export type Look = 'ios' | 'android';

interface PushPhoneProps {
  look: Look;
  mode: 'light' | 'dark';
  /** Of the member who holds it. */
  locale: Locale;
  /** Where its picture is shown from. */
  image: string | null;
  /** What it shows, in the language that it is written in; undefined: nothing. */
  shown: { text: { title: string; body: string }; locale: Locale } | undefined;
}

/** A push on the screen of a locked phone. */
export function PushPhone({ look, mode, locale, image, shown }: PushPhoneProps) {
  const says = PHONE[locale];
  return (
    <Phone
      className={classes.lock}
      look={look}
      mode={mode}
      locale={locale}
      caption={shown && shown.locale !== locale ? t.inOther(shown.locale) : '\u00a0'}
    >
      <p className={classes.clock} aria-hidden>
        {'9:41'}
      </p>
      <p className={classes.date} aria-hidden>
        {says.date}
      </p>
      {shown ? (
        <article className={classes.push}>
          <span className={classes.icon} aria-hidden>
            <IconBellRinging size={look === 'ios' ? 22 : 14} stroke={1.75} />
          </span>
          <div className={classes.texts}>
            <p className={classes.app}>
              <span>{PRODUCT_NAME}</span>
              <span>{says.now}</span>
            </p>
            <div lang={shown.locale} dir="auto">
              <p className={classes.title}>{shown.text.title || says.title}</p>
              <p className={classes.body}>{shown.text.body || says.body}</p>
            </div>
          </div>
          {image && <img className={classes.picture} src={image} alt="" />}
        </article>
      ) : (
        <p className={classes.nothing}>{says.nothing}</p>
      )}
    </Phone>
  );
}
