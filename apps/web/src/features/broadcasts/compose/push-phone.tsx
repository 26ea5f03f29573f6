import { Box, Group, Image, Text, ThemeIcon } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { Phone, PhoneCard } from '../../../components/phone.tsx';
import { formatDay, today } from '../../../platform/dates.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { PRODUCT_NAME } from '../../../platform/product-name.ts';
import { t } from './broadcasts.compose.texts.ts';
import { PHONE } from './broadcasts.phone.texts.ts';

export type Look = 'ios' | 'android';

interface PushPhoneProps {
  look: Look;
  mode: 'light' | 'dark';
  /** Language of the member. */
  locale: Locale;
  /** Address of the picture. */
  image: string | null;
  /** Text shown, with its language; undefined shows none. */
  shown: { text: { title: string; body: string }; locale: Locale } | undefined;
}

/** A push on the screen of a locked phone. */
export function PushPhone({ look, mode, locale, image, shown }: PushPhoneProps) {
  const texts = PHONE[locale];
  const alignment = look === 'ios' ? {} : { ps: 'xs', ta: 'start' as const, fw: 400 };
  return (
    <Phone
      screen="lock"
      look={look}
      mode={mode}
      locale={locale}
      caption={shown && shown.locale !== locale ? t.inOther(shown.locale) : '\u00a0'}
    >
      <Text mt="lg" fz="3.75rem" fw={650} lh={1} lts="-0.03em" ta="center" {...alignment} aria-hidden>
        {'9:41'}
      </Text>
      <Text
        className="capital"
        mt={6}
        mb="xl"
        fw={600}
        ta="center"
        c="var(--phone-soft)"
        {...alignment}
        aria-hidden
      >
        {formatDay(today(), { weekday: 'long', day: 'numeric', month: 'long' }, locale)}
      </Text>
      {shown ? (
        <Push look={look} image={image} says={texts} shown={shown} />
      ) : (
        <Text ta="center" c="var(--phone-soft)">
          {texts.nothing}
        </Text>
      )}
    </Phone>
  );
}

interface PushProps extends Pick<PushPhoneProps, 'look' | 'image'> {
  says: (typeof PHONE)[Locale];
  shown: NonNullable<PushPhoneProps['shown']>;
}

/** Beside the icon, iOS shows only the time of the push, not the name of the app. */
function Push({ look, image, says, shown: { text, locale } }: PushProps) {
  const isIos = look === 'ios';
  const now = (
    <Text span flex="none" fz="0.75rem" c="var(--phone-soft)">
      {isIos ? says.now : `${PRODUCT_NAME} · ${says.now}`}
    </Text>
  );
  return (
    <PhoneCard p="sm" radius="1.25rem">
      <Group gap="0.625rem" wrap="nowrap" align={isIos ? 'center' : 'flex-start'}>
        <ThemeIcon size={isIos ? 38 : 24} radius={isIos ? 9 : 'xl'} color="teal.7" aria-hidden>
          <IconBellRinging size={isIos ? 22 : 14} stroke={1.75} />
        </ThemeIcon>
        <Box flex={1} miw={0}>
          {!isIos && now}
          <Group gap="xs" wrap="nowrap" align="baseline" justify="space-between">
            <Text fw={650} lh={1.35} lineClamp={2} lang={locale} dir="auto">
              {text.title || says.title}
            </Text>
            {isIos && now}
          </Group>
          <Text lh={1.35} lineClamp={4} lang={locale} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {text.body || says.body}
          </Text>
        </Box>
      </Group>
      {image && <Image src={image} alt="" mt="xs" radius="md" style={{ aspectRatio: 2 }} />}
    </PhoneCard>
  );
}
