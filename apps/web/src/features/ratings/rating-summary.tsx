import type { RatingSummary, RatingSummaryFilter } from '@agora/contract/features/ratings/ratings.contract';
import { Box, Button, Group, Paper, Progress, Skeleton, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatAverage, formatNumber } from '../../platform/i18n.ts';
import type { ListState } from '../../platform/list-state.ts';
import { RatingTrend } from './rating-trend.tsx';
import type { RatingFilters } from './ratings.list.ts';
import classes from './ratings.module.css';
import type { useRatingSummary } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';
import { STAR_COLOR } from './stars.tsx';

const SCORES = [5, 4, 3, 2, 1] as const;
/** Minimum number of ratings for a meaningful average. */
const MIN_RATINGS = 5;

interface SummarySectionProps {
  filter: RatingSummaryFilter;
  query: ReturnType<typeof useRatingSummary>;
  list: ListState<RatingFilters>;
  /** At the end of the line. */
  aside: ReactNode;
}

/** Summary of the ratings, regardless of the score filter of the list below: a line, and charts on request. */
export function RatingSummarySection({ filter, query, list, aside }: SummarySectionProps) {
  const { data, error, refetch } = query;
  const [isOpen, setOpen] = useState(false);
  const summary = data?.body;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Box component="section" aria-label={t.summary} mb="md">
      <Group mih={36}>
        {summary ? (
          <Average summary={summary} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={36} w="12rem" />
        )}
        <Group ms="auto">
          {summary && (
            <Button
              variant="subtle"
              px="xs"
              aria-expanded={isOpen}
              rightSection={<Chevron size={16} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {t.charts}
            </Button>
          )}
          <div className={classes.export}>{aside}</div>
        </Group>
      </Group>
      {summary && isOpen && (
        <Paper mt="sm">
          <Text c="dimmed" mb="md">
            {t.summaryText}
          </Text>
          <Group align="flex-start" gap="1.25rem 2.5rem">
            <Box flex="1 1 14rem">
              <Distribution summary={summary} list={list} />
            </Box>
            {(summary.series.length > 1 || summary.by_version.length > 1) && (
              <RatingTrend summary={summary} filter={filter} />
            )}
          </Group>
        </Paper>
      )}
    </Box>
  );
}

function Average({ summary: { average, count, previous } }: { summary: RatingSummary }) {
  if (average === null || count < MIN_RATINGS)
    return (
      <Group gap="0 0.5rem">
        <strong>{t.notEnough}</strong>
        <Text c="dimmed" span>
          {t.count(count)} · {t.notEnoughText}
        </Text>
      </Group>
    );
  return (
    <Group gap="0 0.5rem">
      <Group gap={6} fz="lg" fw={650} className="number" component="span">
        <span aria-hidden>{formatAverage(average)}</span>
        <span className="visually-hidden">{t.average(formatAverage(average))}</span>
        <IconStarFilled size={18} color={STAR_COLOR} aria-hidden />
      </Group>
      <Text c="dimmed" span>
        {t.count(count)}
      </Text>
      {previous?.average && previous.count >= MIN_RATINGS && (
        <Text c="dimmed" span>
          · <span>{t.previous(formatAverage(previous.average), previous.count)}</span>
        </Text>
      )}
    </Group>
  );
}

interface DistributionProps {
  summary: RatingSummary;
  list: ListState<RatingFilters>;
}

/** Distribution of scores; each bar toggles its score in the filter. */
function Distribution({
  summary: { distribution, count },
  list: { filters, setFilters },
}: DistributionProps) {
  const selected = new Set(filters.score?.split(','));
  function toggle(score: string): void {
    const next = new Set(selected);
    if (!next.delete(score)) next.add(score);
    setFilters({ score: [...next].sort().join(',') || undefined });
  }
  return (
    <Box role="group" aria-label={t.distribution}>
      {SCORES.map((score) => (
        <Button
          key={score}
          fullWidth
          size="compact-sm"
          styles={{ label: { flex: 1 } }}
          {...(selected.has(String(score))
            ? { variant: 'light', 'aria-pressed': true }
            : { variant: 'subtle', color: 'gray', 'aria-pressed': false })}
          onClick={() => toggle(String(score))}
          leftSection={
            <Group gap={4} w={32} className="number" component="span" data-drawn={score} aria-hidden>
              <IconStarFilled size={12} color={STAR_COLOR} />
            </Group>
          }
          rightSection={
            <Text
              className="number"
              size="xs"
              w="2.5rem"
              ta="end"
              data-drawn={formatNumber(distribution[score])}
              aria-hidden
              span
            />
          }
        >
          <span className="visually-hidden">{t.bar(score, distribution[score])}</span>
          <Progress
            flex={1}
            size="md"
            radius="xl"
            color="teal.5"
            value={count === 0 ? 0 : (distribution[score] / count) * 100}
            aria-hidden
          />
        </Button>
      ))}
      {selected.size > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setFilters({ score: undefined })}>
          {t.clearScores}
        </Button>
      )}
    </Box>
  );
}
