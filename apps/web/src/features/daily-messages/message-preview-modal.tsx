import { ActionIcon, Group, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ModeControl, Phones } from '../../components/phone.tsx';
import { hasCode } from '../../platform/api-error.ts';
import { addDays } from '../../platform/civil-date.ts';
import { getScheme } from '../../platform/color-scheme.ts';
import { preferredLocales } from '../../platform/default-locale.ts';
import { type Locale } from '../../platform/i18n.ts';
import { t } from './daily-messages.dialogs.texts.ts';
import { useDailyMessagePreview } from './daily-messages.queries.ts';
import { longDay } from './daily-messages.texts.ts';
import { Phone } from './message-phone.tsx';

/** The app's message of a day, in both languages, and of the adjacent days. */
export function PreviewModal({ from, onClose }: { from: string; onClose: () => void }) {
  const [day, setDay] = useState(from);
  const [mode, setMode] = useState(getScheme());
  return (
    <Dialog title={t.previewTitle} size="xl" onClose={onClose} onSubmit={onClose}>
      <p>{t.previewText}</p>
      <Group justify="space-between" wrap="nowrap" gap="sm" fz="md" fw={600} ta="center">
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t.previousDay}
          title={t.previousDay}
          onClick={() => setDay(addDays(day, -1))}
        >
          <IconChevronLeft size={17} aria-hidden />
        </ActionIcon>
        <span role="status">{longDay(day)}</span>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t.nextDay}
          title={t.nextDay}
          onClick={() => setDay(addDays(day, 1))}
        >
          <IconChevronRight size={17} aria-hidden />
        </ActionIcon>
      </Group>
      <Phones controls={<ModeControl mode={mode} onChange={setMode} />}>
        {preferredLocales().map((locale) => (
          <Preview key={locale} day={day} locale={locale} mode={mode} />
        ))}
      </Phones>
    </Dialog>
  );
}

interface PreviewProps {
  day: string;
  locale: Locale;
  mode: 'light' | 'dark';
}

function Preview({ day, locale, mode }: PreviewProps) {
  const { data, error, isPlaceholderData, refetch } = useDailyMessagePreview({ day, locale });
  if (error && !hasCode(error, 'no_message'))
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if ((!data && !error) || isPlaceholderData) return <Skeleton height={432} radius={36} />;
  return <Phone day={day} locale={locale} mode={mode} shown={error ? undefined : data?.body} />;
}
