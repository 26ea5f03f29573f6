import { Box, Button, Center, Group, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from './trend.module.css';
import { t } from './trend.texts.ts';
import type { TrendMark, TrendRow, TrendSeries } from './trend-rows.ts';

const TrendChart = lazy(() => import('./trend-chart.tsx'));
/** Saves figures as a file. */
export const TrendExport = lazy(() => import('./trend-export.tsx'));

interface TrendProps {
  /** Undefined while loading. */
  rows: readonly TrendRow[] | undefined;
  series: readonly TrendSeries[];
  /** Heading of the first column of the table. */
  heading: string;
  title: string;
  marks?: readonly TrendMark[];
  /** Pixels. */
  height?: number;
}

/** Figures over time, as a chart or as an equivalent table, both to be exported. */
export function Trend({ rows, height = 240, ...trend }: TrendProps) {
  const chart = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  if (!rows) return <Skeleton height={height} />;
  const isEmpty = rows.every(({ values }) => trend.series.every(({ name }) => !values[name]));
  if (isEmpty)
    return (
      <Center h={height} c="dimmed">
        {t.noData}
      </Center>
    );
  return (
    <>
      {isTable ? (
        <TrendTable rows={rows} height={height} {...trend} />
      ) : (
        <Box
          h={height}
          aria-hidden
          ref={chart}
          {...(rows.some(({ to }) => to) && { className: classes.chart ?? '' })}
        >
          <Suspense fallback={<Skeleton height={height} />}>
            <TrendChart rows={rows} series={trend.series} marks={trend.marks} height={height} />
          </Suspense>
        </Box>
      )}
      <Group justify="space-between" mt="xs">
        <Legend series={trend.series} />
        <Group gap={0} ms="auto">
          <Suspense>
            <TrendExport {...trend} rows={rows} chart={isTable ? undefined : chart} />
          </Suspense>
          <Button size="compact-sm" variant="subtle" onClick={() => setTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </Button>
        </Group>
      </Group>
    </>
  );
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
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, values, to, isRunning }) => (
          <tr key={key}>
            <td>
              {to ? <Link to={to}>{label}</Link> : label}
              {isRunning && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  {t.running}
                </Text>
              )}
            </td>
            {series.map(({ name, format }) => (
              <td key={name}>{typeof values[name] === 'number' ? format(values[name]) : '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Box>
);
