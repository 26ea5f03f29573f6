import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { isComplete } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Anchor, Box, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { t as daily, longDate } from '../daily-messages.texts.ts';
import { t } from './daily-messages.editing.texts.ts';
import { valuesOf } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';

/** A message for those who do not write. */
export const MessageReader = ({ message }: { message: DailyMessagePublic }) => (
  <Box className="beside">
    <div>
      <SimpleGrid minColWidth="18rem" autoFlow="auto-fit" verticalSpacing={0} spacing="lg">
        {LOCALES.map((locale) => (
          <TextPanel key={locale} locale={locale} text={message.translations[locale]} />
        ))}
      </SimpleGrid>
      <PublicationPanel message={message} />
    </div>
    <PhonePreview values={valuesOf(message)} />
  </Box>
);

interface TextPanelProps {
  locale: Locale;
  text: DailyMessagePublic['translations'][Locale];
}

function TextPanel({ locale, text }: TextPanelProps) {
  const isDone = isComplete(text);
  return (
    <Panel
      title={daily[locale]}
      aside={<Chip tone={isDone ? 'good' : 'warning'}>{isDone ? t.complete : t.incomplete}</Chip>}
    >
      {text && (
        <Stack gap="xs" lang={locale} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {text.title && <strong>{text.title}</strong>}
          <p style={{ whiteSpace: 'pre-wrap' }}>{text.body}</p>
          {text.author && <Text fs="italic">{text.author}</Text>}
        </Stack>
      )}
    </Panel>
  );
}

function PublicationPanel({ message }: { message: DailyMessagePublic }) {
  const { day, link, missing_locale } = message;
  const facts: [label: string, value: ReactNode][] = [
    [daily.day, day ? longDate(day) : daily.reserveDay],
    [t.missingRule, missing_locale === 'hide' ? t.hide : t.fallback],
  ];
  if (link)
    facts.push([
      t.link,
      <Anchor key="link" href={link} rel="noopener noreferrer nofollow" target="_blank">
        {link}
      </Anchor>,
    ]);
  return (
    <Panel title={t.publication}>
      <Stack gap="sm" component="dl">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
