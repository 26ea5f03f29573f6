import type { Kpi } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { Anchor, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '../../platform/page-access.ts';
import { type Change, changeInPercent } from './changes.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.trends.texts.ts';

interface KpiFigureProps {
  label: string;
  /** Undefined while loading. Without `previous` it is not compared. */
  kpi: (Pick<Kpi, 'value'> & Partial<Kpi>) | undefined;
  format: (value: number) => string;
  /** Computes the change since the previous range; by default, in percent. */
  change?: ((value: number, previous: number) => Change) | undefined;
  /** URL of the list of exactly what it counts, for those who may open it. */
  to?: string | undefined;
  /** Whether an increase is good or bad; by default, neither. */
  increaseIs?: 'good' | 'bad';
}

/** Figures side by side, aligned even if a label wraps. */
export const KpiRow = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 2, xs: 3 }} mb="md" className={classes.figures ?? ''}>
    {children}
  </SimpleGrid>
);

/** A figure, compared with the previous range. */
export function KpiFigure({ label, kpi, format, change, to, increaseIs }: KpiFigureProps) {
  const mayOpen = useMayOpen();
  if (!kpi) return <Skeleton height={64} />;
  const { value, previous, delta = null } = kpi;
  const text = value === null ? '–' : format(value);
  const isCompared = typeof value === 'number' && typeof previous === 'number';
  const inPercent = delta === null ? undefined : changeInPercent(delta);
  const changed = change ? (isCompared ? change(value, previous) : undefined) : inPercent;
  const isGood = (changed?.by ?? 0) > 0 === (increaseIs === 'good');
  const color = !increaseIs || !changed?.by ? 'dimmed' : isGood ? 'var(--accent-ink)' : 'var(--danger-ink)';
  return (
    <div>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <Text fz="xl" fw={650} lh={1.3} className="number" style={{ whiteSpace: 'nowrap' }}>
        {to && value && mayOpen(to) ? (
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
