import type { Kpi } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { Anchor, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Change, changeInPercent } from './changes.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.trends.texts.ts';

interface KpiFigureProps {
  label: string;
  /** Undefined while loading. Without `previous` it is not compared. */
  kpi: (Pick<Kpi, 'value'> & Partial<Kpi>) | undefined;
  format: (value: number) => string;
  /** How the figure differs from the one before; absent: in percent. */
  change?: ((value: number, previous: number) => Change) | undefined;
  /** Address of the list with exactly what it counts. */
  to?: string | undefined;
  /** How more is to be taken; absent: neither good nor bad. */
  more?: 'good' | 'bad';
}

/** Figures side by side, on one line however long their names are. */
export const KpiRow = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 2, xs: 3 }} mb="md" className={classes.figures ?? ''}>
    {children}
  </SimpleGrid>
);

/** A figure of the range beside the same figure of the range before. */
export function KpiFigure({ label, kpi, format, change, to, more }: KpiFigureProps) {
  if (!kpi) return <Skeleton height={64} />;
  const { value, previous, delta = null } = kpi;
  const text = value === null ? '–' : format(value);
  const isCompared = typeof value === 'number' && typeof previous === 'number';
  const inPercent = delta === null ? undefined : changeInPercent(delta);
  const changed = change ? (isCompared ? change(value, previous) : undefined) : inPercent;
  const isGood = (changed?.by ?? 0) > 0 === (more === 'good');
  const color = !more || !changed?.by ? 'dimmed' : isGood ? 'var(--accent-ink)' : 'var(--danger-ink)';
  return (
    <div>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <Text fz="1.5rem" fw={680} lh={1.3} className="number" style={{ whiteSpace: 'nowrap' }}>
        {to && value ? (
          <Anchor
            component={Link}
            to={to}
            inherit
            display="inline-block"
            miw={24}
            c="var(--ink)"
            aria-label={t.figure(label, text)}
          >
            {text}
          </Anchor>
        ) : (
          text
        )}
      </Text>
      <Group gap="0 6px" fz="xs" mih="1.25rem">
        {changed && (
          <Text span inherit fw={600} c={color}>
            {changed.text}
          </Text>
        )}
        {previous !== undefined && (
          <Text span inherit c="dimmed">
            {previous === null ? t.noneBefore : t.before(format(previous))}
          </Text>
        )}
      </Group>
    </div>
  );
}
