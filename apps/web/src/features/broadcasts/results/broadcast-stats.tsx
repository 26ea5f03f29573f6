import type {
  BroadcastPublic,
  BroadcastStats,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import { Box, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../platform/i18n.ts';
import { platformName } from '../broadcast-words.ts';
import { useBroadcastStats } from '../broadcasts.queries.ts';
import { t as broadcasts } from '../broadcasts.texts.ts';
import { reasonWords } from '../reasons.ts';
import { t } from './broadcasts.results.texts.ts';
import { OpenedChart } from './opened-chart.tsx';
import { useStage } from './use-stage.ts';

/** Why devices were not reached, and how platforms and languages compare. */
export default function StatsPanels({ broadcast }: { broadcast: BroadcastPublic }) {
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
      <ul className="rows">
        {groups
          .sort((a, b) => b.total - a.total)
          .map(({ status, error_code, codes, total }) => (
            <Group
              key={`${status} ${error_code}`}
              component="li"
              wrap="nowrap"
              align="flex-start"
              gap="md"
              py="xs"
            >
              <Text className="number" w="4rem" flex="none" fz="lg" fw={650} lh={1.35}>
                {/* The list below knows one code at a time. */}
                {codes.length === 1 ? (
                  <Link to={`?outcome=${status}&code=${encodeURIComponent(error_code)}#deliveries`}>
                    {formatNumber(total)}
                  </Link>
                ) : (
                  formatNumber(total)
                )}
              </Text>
              <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
                <Text className="capital">{reasonWords(error_code, true)}</Text>
                <Text c="dimmed" fz="0.75rem" component="code">
                  {codes.join(', ')}
                </Text>
              </Box>
            </Group>
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
    <Table tabularNums horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{head}</Table.Th>
          {[t.targeted, t.out_sent, t.opened].map((title) => (
            <Table.Th key={title} scope="col" ta="end">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, targeted, sent, opened }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td ta="end">{formatNumber(targeted)}</Table.Td>
            <Table.Td ta="end">{formatNumber(sent)}</Table.Td>
            <Table.Td ta="end">{formatNumber(opened)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
