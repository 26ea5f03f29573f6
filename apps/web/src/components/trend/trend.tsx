import { Box, Button, Center, Group, Skeleton, Table, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '../../platform/page-access.ts';
import { lazyPart } from '../lazy-part.tsx';
import classes from './trend.module.css';
import { t } from './trend.texts.ts';
import { TrendExport } from './trend-export.tsx';
import type { TrendMark, TrendRow, TrendSeries } from './trend-rows.ts';

const loadChart = () => import('./trend-chart.tsx');
const TrendChart = lazyPart(loadChart);

interface TrendProps {
  /** Undefined while loading. */
  rows: readonly TrendRow[] | undefined;
  series: readonly TrendSeries[];
  /** Heading of the first column of the table. */
  heading: string;
  title: string;
  /** Subject and period of the figures, written on exported files. */
  about: string;
  marks?: readonly TrendMark[];
  /** Pixels. */
  height?: number;
}

/** Figures over time, as a chart or as an equivalent table, both exportable. */
export function Trend({ rows: all, height = 240, ...trend }: TrendProps) {
  const mayOpen = useMayOpen();
  const rows = all?.map((row) => openRow(row, mayOpen));
  const chart = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  if (!rows) return <Skeleton height={height} />;
  const isEmpty = rows.every(({ values }) => trend.series.every(({ name }) => !values[name]));
  if (isEmpty)
    return (
      <Center h={height / 2} c="dimmed">
        {t.noData}
      </Center>
    );
  return (
    <>
      {isTable ? (
        <TrendTable rows={rows} height={height} {...trend} />
      ) : (
        <Box h={height} aria-hidden ref={chart}>
          <WhenNearViewport height={height}>
            <TrendChart rows={rows} series={trend.series} marks={trend.marks} height={height} />
          </WhenNearViewport>
        </Box>
      )}
      <Group justify="space-between" mt="xs">
        <Legend series={trend.series} />
        <Group gap={0} ms="auto">
          <TrendExport {...trend} rows={rows} chart={isTable ? undefined : chart} />
          <Button size="compact-sm" variant="subtle" onClick={() => setTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </Button>
        </Group>
      </Group>
    </>
  );
}

/** A row without the lists that the user may not open. */
const openRow = ({ to, lists, ...row }: TrendRow, mayOpen: (address: string) => boolean): TrendRow => {
  const open = (address: string | undefined) => (address && mayOpen(address) ? address : undefined);
  const entries = Object.entries(lists ?? {}).map(([name, address]) => [name, open(address)]);
  return { ...row, to: open(to), ...(lists && { lists: Object.fromEntries(entries) }) };
};

/** Renders a chart only near the viewport, since rendering is slow on phones. Preloads its module. */
function WhenNearViewport({ height, children }: { height: number; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  useEffect(() => void loadChart().catch(() => undefined), []);
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  if (entry?.isIntersecting && !isNear) setNear(true);
  if (!isNear) return <Box ref={ref} h={height} />;
  return <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>;
}

const Legend = ({ series }: Pick<TrendProps, 'series'>) => (
  <Group gap="md" fz="xs" c="dimmed" aria-hidden>
    {series.map(({ name, label, color, type }) => (
      <Group key={name} gap={6}>
        <Box
          w={12}
          h={type === 'bar' ? 12 : 0}
          bg={type === 'bar' ? color : 'none'}
          bd={`1px ${name === 'previous' ? 'dashed' : 'solid'} ${color}`}
        />
        {label}
      </Group>
    ))}
  </Group>
);

const TrendTable = ({
  rows,
  series,
  heading,
  title,
  height,
}: TrendProps & { rows: readonly TrendRow[]; height: number }) => (
  <Box mah={height} tabIndex={0} role="group" aria-label={title} style={{ overflowY: 'auto' }}>
    <Table className={classes.table} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heading}</Table.Th>
          {series.map(({ name, label }) => (
            <Table.Th key={name} scope="col">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, label, values, to, lists, isRunning }) => (
          <Table.Tr key={key}>
            <Table.Td>
              {to ? <Link to={to}>{label}</Link> : label}
              {isRunning && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  {t.running}
                </Text>
              )}
            </Table.Td>
            {series.map(({ name, label: heading, format }) => {
              const value = values[name];
              const text = typeof value === 'number' ? format(value) : '–';
              const list = value ? lists?.[name] : undefined;
              return (
                <Table.Td key={name}>
                  {list ? (
                    <Link to={list} aria-label={t.cell(label, heading, text)}>
                      {text}
                    </Link>
                  ) : (
                    text
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Box>
);
