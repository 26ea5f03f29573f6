import { contract } from 'virtual:contract';
import type { Range } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { SimpleGrid, Text, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { formatDay, zoneName } from '../../platform/dates.ts';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import classes from './dashboard.module.css';
import { useOverview, useSends, useTopNews } from './dashboard.queries.ts';
import { queryOf, readRange } from './dashboard.range.ts';
import { t } from './dashboard.trends.texts.ts';
import { InboxTrend, MembersTrend, RatingsTrend } from './metric-trends.tsx';
import { NewsTrend } from './news-trend.tsx';
import { RangePicker } from './range-picker.tsx';
import { SendsTrend } from './sends-trend.tsx';

interface TrendsProps {
  /** False for members and conversations only. */
  isWhole?: boolean;
}

/** Statistics of a range that the user may read, compared with the previous range. */
export function Trends({ isWhole = false }: TrendsProps) {
  const [params] = useSearchParams();
  const range = readRange(params);
  const query = queryOf(range, useToday());
  const mayRead = useAllowed(contract.statistics.readOverview);
  const maySends = useAllowed(contract.statistics.readSends) && isWhole;
  const mayNews = useAllowed(contract.statistics.readTopNews) && isWhole;
  const { data, error, refetch } = useOverview(query ?? {}, { isOn: mayRead });
  // Those who may not read the overview know its days from what they may read.
  const sends = useSends(query ?? {}, { isOn: !mayRead && maySends });
  const news = useTopNews(query ?? {}, { isOn: !mayRead && mayNews });
  const shown = (data ?? sends.data ?? news.data)?.body.range;
  return (
    <section aria-labelledby="trends">
      <header className={classes.trends}>
        <div>
          <Title order={2} id="trends">
            {t.title}
          </Title>
          {query && <ComparedDays range={shown} />}
          {data?.body.is_recomputing && <Text c="dimmed">{t.recomputing}</Text>}
        </div>
        <RangePicker range={range} shown={shown} />
      </header>
      {query && error && !data ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : query ? (
        <>
          <SimpleGrid cols={{ base: 1, lg: mayRead ? 2 : 1 }} spacing="lg" verticalSpacing={0}>
            {mayRead && <MembersTrend query={query} />}
            {mayRead && <InboxTrend query={query} />}
            {maySends && <SendsTrend query={query} />}
            {mayRead && isWhole && <RatingsTrend query={query} />}
          </SimpleGrid>
          {mayNews && <NewsTrend query={query} />}
        </>
      ) : undefined}
    </section>
  );
}

/** The days of the range, and of the range that it is compared with. */
function ComparedDays({ range }: { range: Range | undefined }) {
  if (!range) return <Text mt={4}>{'\u00a0'}</Text>;
  const spansYears = range.previous_from.slice(0, 4) !== range.to.slice(0, 4);
  const dayOf = (day: string) => formatDay(day, spansYears ? { dateStyle: 'long' } : undefined);
  const days = {
    from: dayOf(range.from),
    to: dayOf(range.to),
    previous_from: dayOf(range.previous_from),
    previous_to: dayOf(range.previous_to),
  };
  return (
    <Text c="dimmed" mt={4} title={t.zone(zoneName(range.time_zone))}>
      {t.compared(days, range.is_running)}
    </Text>
  );
}
