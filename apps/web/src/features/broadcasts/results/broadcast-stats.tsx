import type {
  BroadcastPublic,
  BroadcastStats,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import { SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../platform/i18n.ts';
import { platformName } from '../broadcast-words.ts';
import { useBroadcastStats } from '../broadcasts.queries.ts';
import { t as broadcasts } from '../broadcasts.texts.ts';
import { reasonWords } from '../reasons.ts';
import classes from './broadcasts.results.module.css';
import { t } from './broadcasts.results.texts.ts';
import { OpenedChart } from './opened-chart.tsx';
import { useStage } from './use-stage.ts';

/** Why devices were not reached, and how platforms and languages compare. */
export function BroadcastStatsPanels({ broadcast }: { broadcast: BroadcastPublic }) {
  const { id } = broadcast;
  const { data } = useBroadcastStats(id, useStage(broadcast));
  if (!data || data.body.by_status.length === 0) return null;
  const { failures, by_platform, by_locale, opened_over_time } = data.body;
  return (
    <>
      {failures.length > 0 && <Failures failures={failures} />}
      {opened_over_time.length > 0 && <OpenedChart opened={opened_over_time} />}
      <SimpleGrid minColWidth="20rem" autoFlow="auto-fit" spacing="lg" verticalSpacing={0}>
        <Compared
          title={t.byPlatform}
          head={t.platform}
          rows={by_platform.map((row) => ({ ...row, name: platformName(row.key) }))}
        />
        <Compared
          title={t.byLanguage}
          head={t.language}
          rows={by_locale.map((row) => ({ ...row, name: broadcasts[row.key] }))}
        />
      </SimpleGrid>
    </>
  );
}

/** Reasons in plain words, the most frequent first; what providers call them stands beside. */
function Failures({ failures }: Pick<BroadcastStats, 'failures'>) {
  const groups = [
    ...Map.groupBy(
      failures,
      ({ status, error_code }) => `${status} ${reasonWords(error_code, true)}`,
    ).values(),
  ].map((some) => ({
    ...(some[0] as BroadcastStats['failures'][number]),
    codes: [...new Set(some.map(({ error_code }) => error_code))],
    total: some.reduce((sum, { count }) => sum + count, 0),
  }));
  return (
    <Panel title={t.reasons}>
      <ul className={classes.failures}>
        {groups
          .sort((a, b) => b.total - a.total)
          .map(({ status, error_code, codes, total }) => (
            <li key={`${status} ${error_code}`}>
              {/* The list below knows one code at a time. */}
              {codes.length === 1 ? (
                <Link
                  to={`?outcome=${status}&code=${encodeURIComponent(error_code)}#deliveries`}
                  className={classes.total}
                >
                  {formatNumber(total)}
                </Link>
              ) : (
                <span className={classes.total}>{formatNumber(total)}</span>
              )}
              <span className="capital">{reasonWords(error_code, true)}</span>
              <Text c="dimmed" fz="0.75rem" style={{ overflowWrap: 'anywhere' }} component="code">
                {codes.join(', ')}
              </Text>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

interface ComparedProps {
  title: string;
  head: string;
  rows: readonly { key: string; name: string; targeted: number; sent: number; opened: number }[];
}

const Compared = ({ title, head, rows }: ComparedProps) => (
  <Panel title={title}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t.targeted}</th>
          <th scope="col">{t.out_sent}</th>
          <th scope="col">{t.opened}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, targeted, sent, opened }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{formatNumber(targeted)}</td>
            <td>{formatNumber(sent)}</td>
            <td>{formatNumber(opened)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
);
