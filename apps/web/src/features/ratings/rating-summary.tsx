import type { RatingSummary, RatingSummaryFilter } from '@agora/contract/features/ratings/ratings.contract';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatDay } from '../../platform/dates.ts';
import { formatAverage, formatNumber } from '../../platform/i18n.ts';
import type { ListState } from '../../platform/list-state.ts';
import type { RatingFilters } from './ratings.list.ts';
import classes from './ratings.module.css';
import { useRatingSummary } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';

const SCORES = [5, 4, 3, 2, 1] as const;
/** Minimum number of ratings for a meaningful average. */
const ENOUGH = 5;

interface SummaryPanelProps {
  filter: RatingSummaryFilter;
  list: ListState<RatingFilters>;
}

/** Summary of the ratings, regardless of the score filter of the list below. */
export function RatingSummaryPanel({ filter, list }: SummaryPanelProps) {
  const { data, error, refetch } = useRatingSummary(filter);
  const summary = data?.body;
  return (
    <Panel title={t.summary} text={t.summaryText}>
      {error && !summary ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !summary ? (
        <Skeleton height={150} />
      ) : (
        <div className={classes.summary}>
          <Average summary={summary} />
          <Distribution summary={summary} list={list} />
          <Stack>
            {summary.series.length > 1 && <Trend series={summary.series} />}
            {summary.by_version.length > 0 && (
              <Versions versions={summary.by_version} setFilters={list.setFilters} />
            )}
          </Stack>
        </div>
      )}
    </Panel>
  );
}

function Average({ summary: { average, count, previous } }: { summary: RatingSummary }) {
  if (average === null || count < ENOUGH)
    return (
      <div className={classes.average}>
        <strong>{t.notEnough}</strong>
        <p>{t.notEnoughText}</p>
        <p>{t.count(count)}</p>
      </div>
    );
  return (
    <div className={classes.average}>
      <Group gap="xs" fz="3rem" fw={680} lh={1.1} className="number" component="span">
        <span aria-hidden>{formatAverage(average)}</span>
        <span className="visually-hidden">{t.average(formatAverage(average))}</span>
        <IconStarFilled size={26} color="var(--star)" aria-hidden />
      </Group>
      <p>{t.count(count)}</p>
      {previous?.average && previous.count >= ENOUGH && (
        <p>{t.previous(formatAverage(previous.average), previous.count)}</p>
      )}
    </div>
  );
}

interface DistributionProps {
  summary: RatingSummary;
  list: ListState<RatingFilters>;
}

/** Distribution of scores; each bar toggles a filter. */
function Distribution({
  summary: { distribution, count },
  list: { filters, setFilters },
}: DistributionProps) {
  const chosen = new Set(filters.score?.split(','));
  function toggle(score: string): void {
    const next = new Set(chosen);
    if (!next.delete(score)) next.add(score);
    setFilters({ score: [...next].sort().join(',') || undefined });
  }
  return (
    <div role="group" aria-label={t.distribution}>
      {SCORES.map((score) => (
        <button
          key={score}
          type="button"
          className={classes.bar}
          aria-pressed={chosen.has(String(score))}
          onClick={() => toggle(String(score))}
        >
          <span className="visually-hidden">{t.bar(score, distribution[score])}</span>
          <span className={classes.score} data-drawn={score} aria-hidden>
            <IconStarFilled size={12} />
          </span>
          <span className={classes.track}>
            <span
              className={classes.filled}
              style={{ width: `${count === 0 ? 0 : (distribution[score] / count) * 100}%` }}
            />
          </span>
          <span className={classes.of} data-drawn={formatNumber(distribution[score])} aria-hidden />
        </button>
      ))}
      {chosen.size > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setFilters({ score: undefined })}>
          {t.clearScores}
        </Button>
      )}
    </div>
  );
}

const WIDTH = 220;
const HEIGHT = 40;
/** Range of the vertical axis. */
const LOWEST = 1;
const HIGHEST = 5;

const monthText = (month: string) => formatDay(`${month}-01`, { month: 'short', year: 'numeric' });

/** Monthly average as a line, and in words. */
function Trend({ series }: Pick<RatingSummary, 'series'>) {
  const points = series.map(({ average }, index) => ({
    x: (index / (series.length - 1)) * WIDTH,
    y: HEIGHT - ((average - LOWEST) / (HIGHEST - LOWEST)) * HEIGHT,
  }));
  const months = series.map(({ month, average }) => `${monthText(month)} ${formatAverage(average)}`);
  const last = points.at(-1);
  return (
    <div>
      <h3>{t.trend}</h3>
      <svg
        className={classes.trend}
        viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}
        role="img"
        aria-label={t.trendText(months.join(', '))}
      >
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {last && <circle cx={last.x} cy={last.y} r={3.5} />}
      </svg>
      <Group justify="space-between" maw="20rem" mt={4} c="dimmed" fz="0.75rem" component="p" aria-hidden>
        <span>{monthText(series[0]?.month ?? '')}</span>
        <span>{months.at(-1)}</span>
      </Group>
    </div>
  );
}

interface VersionsProps {
  versions: RatingSummary['by_version'];
  setFilters: ListState<RatingFilters>['setFilters'];
}

/** Average per app version; versions with a name are links to a filter. */
const Versions = ({ versions, setFilters }: VersionsProps) => (
  <div>
    <h3>{t.byVersion}</h3>
    <ul className={classes.versions} tabIndex={0} aria-label={t.byVersion}>
      {versions.map(({ app_version, average, count }) => (
        <li key={app_version}>
          {app_version ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setFilters({ app_version })}>
              {app_version}
            </Button>
          ) : (
            <Text c="dimmed" px="xs" span>
              {t.noVersion}
            </Text>
          )}
          <Text fw={600} className="number" span>
            {count < ENOUGH ? '–' : formatAverage(average)}
          </Text>
          <span className={classes.of}>{t.count(count)}</span>
        </li>
      ))}
    </ul>
  </div>
);
