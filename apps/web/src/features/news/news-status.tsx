import type { NewsListed, NewsTextState } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Group, Text } from '@mantine/core';
import { Chip } from '../../components/chip.tsx';
import { firstIn } from '../../platform/default-locale.ts';
import { approvalChip } from '../approvals/approval-panel.tsx';
import { t } from './news.texts.ts';

const TONES = { draft: 'neutral', scheduled: 'neutral', published: 'good', archived: 'neutral' } as const;

/** Status of an article, and whether it has unpublished changes or waits for an approval. */
export function StatusChips({
  status,
  has_changes,
  approval,
}: Pick<NewsListed, 'status' | 'has_changes' | 'approval'>) {
  const asked = approvalChip(approval);
  if (status === 'draft' && asked) return asked;
  return (
    <Group component="span" display="inline-flex" gap={4}>
      <Chip tone={TONES[status]}>{t[status]}</Chip>
      {has_changes && status !== 'draft' && (asked ?? <Chip tone="warning">{t.changes}</Chip>)}
    </Group>
  );
}

/** State of one language: empty, draft or ready. */
export const TextStateChip = ({ state }: { state: NewsTextState | null }) => (
  <Chip tone={state === 'ready' ? 'good' : state ? 'neutral' : 'warning'}>
    {state ? t[`text_${state}`] : t.text_missing}
  </Chip>
);

/** State of each language, by its two-letter code. */
export const LanguageChips = ({ states }: { states: NewsListed['states'] }) => (
  <Group gap={4} display="inline-flex" wrap="nowrap" component="span">
    {LOCALES.map((locale) => {
      const state = states[locale];
      return (
        <Chip key={locale} tone={state === 'ready' ? 'good' : state ? 'neutral' : 'warning'}>
          <Text
            span
            inherit
            aria-hidden
            title={t.stateOf(locale, state)}
            td={state ? undefined : 'line-through'}
          >
            {locale.toUpperCase()}
          </Text>
          <span className="visually-hidden">{t.stateOf(locale, state)}</span>
        </Chip>
      );
    })}
  </Group>
);

/** Title of an article in the reader's language or, without one, in another; empty if there is none. */
export const titleOf = ({ titles }: Pick<NewsListed, 'titles'>): string =>
  firstIn((locale) => titles[locale]) ?? '';

/** True if an article is currently pinned. */
export const isPinned = ({ pinned_until }: Pick<NewsListed, 'pinned_until'>): boolean =>
  pinned_until !== null && Date.parse(pinned_until) > Date.now();
