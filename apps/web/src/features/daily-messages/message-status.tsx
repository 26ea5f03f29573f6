import type {
  DailyMessagePublic,
  DailyMessageStatus,
  Translations,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { isComplete } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Group, Text } from '@mantine/core';
import { Chip } from '../../components/chip.tsx';
import { firstIn } from '../../platform/default-locale.ts';
import { t } from './daily-messages.texts.ts';

export const StatusChip = ({ status }: { status: DailyMessageStatus }) => (
  <Chip tone={status === 'ready' ? 'good' : 'neutral'}>{t[status]}</Chip>
);

/** Complete and missing languages. */
export const LanguageChips = ({ translations }: { translations: Translations }) => (
  <Group gap={4} display="inline-flex" wrap="nowrap" component="span">
    {LOCALES.map((locale) => {
      const isThere = isComplete(translations[locale]);
      return (
        <Chip key={locale} tone={isThere ? 'good' : 'warning'}>
          <Text span inherit aria-hidden td={isThere ? undefined : 'line-through'}>
            {locale.toUpperCase()}
          </Text>
          <span className="visually-hidden">{isThere ? t.isThere(locale) : t.isMissing(locale)}</span>
        </Chip>
      );
    })}
  </Group>
);

/** Name of a message, in the reader's language first: its title or, without one, the beginning of its body. */
export function titleOf({ translations }: Pick<DailyMessagePublic, 'translations'>): string {
  return (
    firstIn((locale) => translations[locale]?.title || translations[locale]?.body.split('\n', 1)[0]) ?? ''
  );
}
