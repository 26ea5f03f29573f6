import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { Panel } from '../../components/panel.tsx';
import { Trend } from '../../components/trend/trend.tsx';
import { trendSeries } from '../../components/trend/trend-rows.ts';
import { useArticleReads } from './dashboard.queries.ts';
import { t } from './dashboard.trends.texts.ts';
import { aboutRange, labelOf, useRange } from './use-range.tsx';

interface ReadsPanelProps {
  article: string;
  title: string;
  readers: NewsPublic['readers'];
}

/** First reads of an article by members, over time. */
export function ReadsPanel({ article, title, readers }: ReadsPanelProps) {
  const { query, control } = useRange();
  const reads = useArticleReads(article, query);
  return (
    <Panel title={t.news_reads} text={t.readBy(readers.fr, readers.en)} aside={control}>
      <Trend
        title={t.news_reads}
        about={`${title} · ${aboutRange(reads?.range)}`}
        heading={t.days}
        height={180}
        rows={reads?.data.map((point, index) => ({
          key: point.from,
          label: labelOf(reads.interval, point),
          day: point.from,
          values: { reads: point.value },
          isRunning: reads.range.is_running && index === reads.count - 1,
        }))}
        series={[trendSeries('reads', t.news_reads)]}
      />
    </Panel>
  );
}
