import { Group, SegmentedControl, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DateFields } from '../../components/date-filters.tsx';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import classes from './dashboard.module.css';
import { CHOICES, type ChosenRange, paramsOf, rangeProblem } from './dashboard.range.ts';
import { t } from './dashboard.trends.texts.ts';

interface RangePickerProps {
  range: ChosenRange;
  /** Days shown now, with which a custom range starts. */
  shown: { from: string; to: string } | undefined;
}

/** Chooses the range of the statistics, which is kept in the URL. */
export function RangePicker({ range, shown }: RangePickerProps) {
  const [, setParams] = useSearchParams();
  const { choice, from, to } = range;
  const today = useToday();
  const problem = choice === 'custom' && rangeProblem(range, today);
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={t.range}
        size="sm"
        className={classes.range ?? ''}
        value={choice}
        onChange={(value) =>
          setParams((params) => {
            const view = params.get('view');
            return { ...(view && { view }), ...paramsOf(value, shown, today) };
          })
        }
        data={CHOICES.map((value) => ({ value, label: t[`range_${value}`] }))}
      />
      {choice === 'custom' && (
        <DateFields
          names={{ from: t.from, to: t.to }}
          filters={{ from, to }}
          onChange={(patch) => {
            // Not from the rendered state, which may lack a change made just before.
            const days = new URLSearchParams(window.location.search);
            for (const [name, day] of Object.entries(patch)) days.set(name, day ?? '');
            setParams(days, { replace: true });
          }}
        />
      )}
      {problem && (
        <Text role="alert" c="var(--danger-ink)" w="100%">
          {t[problem]}
        </Text>
      )}
    </Group>
  );
}
