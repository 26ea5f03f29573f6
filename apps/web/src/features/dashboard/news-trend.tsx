import { Progress, Skeleton, Stack, Text } from '@mantine/core';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { TrendExport } from '../../components/trend/trend-export.tsx';
import { trendSeries } from '../../components/trend/trend-rows.ts';
import { firstIn } from '../../platform/default-locale.ts';
import { formatNumber } from '../../platform/i18n.ts';
import classes from './dashboard.module.css';
import { type RangeQuery, useTopNews } from './dashboard.queries.ts';
import { t } from './dashboard.trends.texts.ts';
import { aboutRange } from './use-range.tsx';

/** The title in the reader's language, or else in the other one. */
export function titleIn(titles: { fr: string | null; en: string | null }): string {
  return firstIn((locale) => titles[locale]) ?? t.untitled;
}

/** The most read articles of a range. */
export function NewsTrend({ query }: { query: RangeQuery }) {
  const { data, error, refetch } = useTopNews(query);
  const articles = data?.body.data;
  const maxReads = Math.max(1, ...(articles ?? []).map(({ value }) => value));
  return (
    <Panel
      level={3}
      title={t.news}
      text={t.newsText}
      aside={
        articles &&
        articles.length > 0 && (
          <TrendExport
            title={t.news}
            about={aboutRange(data?.body.range)}
            heading={t.article}
            rows={articles.map(({ id, titles, value, previous }) => ({
              key: id,
              label: titleIn(titles),
              values: { value, previous },
            }))}
            series={[trendSeries('value', t.news_reads), trendSeries('previous', t.previousRange)]}
          />
        )
      }
    >
      {!articles &&
        (error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />)}
      {articles?.length === 0 && <Text c="dimmed">{t.noData}</Text>}
      <Stack component="ol" gap="sm" className={classes.week ?? ''}>
        {articles?.map(({ id, titles, value, previous }) => (
          <li key={id}>
            <div className={classes.ranked}>
              <Text
                component={PageLink}
                to={`/news/${id}`}
                c="var(--ink)"
                lineClamp={2}
                title={titleIn(titles)}
              >
                {titleIn(titles)}
              </Text>
              <Text size="sm" className="number">
                {t.reads(value)}{' '}
                <Text span inherit c="dimmed">
                  {t.before(formatNumber(previous))}
                </Text>
              </Text>
            </div>
            <Progress value={(value / maxReads) * 100} size="sm" mt={4} aria-hidden />
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
