import { Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { PhoneFrame } from '../../components/phone.tsx';
import { formatDay } from '../../platform/dates.ts';
import type { Locale } from '../../platform/i18n.ts';
import { PHONE, t } from './daily-messages.dialogs.texts.ts';

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
  const texts = PHONE[locale];
  const date = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }, locale);
  return (
    <PhoneFrame
      locale={locale}
      mode={mode}
      title={texts.title}
      caption={shown?.is_fallback && t.isFallback(shown.locale)}
    >
      <Text className="capital" mb="xs" fz="0.75rem" fw={600} c="var(--phone-accent)">
        {date}
      </Text>
      {shown ? (
        // The card of the app truncates longer texts, which are read by opening the message.
        <div lang={shown.locale} dir="auto">
          {shown.title && (
            <Text lineClamp={2} mb={6} fz="1.0625rem" fw={650} lh={1.3}>
              {shown.title}
            </Text>
          )}
          <Text lineClamp={12} lh={1.5} style={{ whiteSpace: 'pre-wrap' }}>
            {shown.body}
          </Text>
          {shown.author && (
            <Text mt="sm" size="xs" fs="italic" c="var(--phone-soft)">
              {shown.author}
            </Text>
          )}
        </div>
      ) : (
        <Text c="var(--phone-soft)">{texts.nothing}</Text>
      )}
      {shown?.link && (
        <Group gap={6} mt="sm" fw={600} c="var(--phone-accent)">
          <IconLink size={16} aria-hidden />
          {texts.more}
        </Group>
      )}
    </PhoneFrame>
  );
}
