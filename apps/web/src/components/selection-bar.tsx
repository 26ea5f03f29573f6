import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isCountCapped } from '../platform/list-state.ts';
import { toastError } from '../platform/toast.ts';
import { t } from './components.texts.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** Rows on this page. */
  shown: number;
  /** Rows that match the filter. */
  count: number;
  children: ReactNode;
}

/** Actions for the selected rows, and a button that selects all matching rows. */
export function SelectionBar({ selection, shown, count, children }: SelectionBarProps) {
  const { ids, isAll, size, selectAll, clear } = selection;
  if (ids.size === 0) return null;
  const canSelectAll = !isAll && ids.size === shown && count > shown;
  return (
    <Group gap="xs" px="sm" py="xs" className={classes.bar}>
      <Text fw={600} role="status">
        {t.selected(size)}
      </Text>
      {canSelectAll && (
        <Button size="compact-sm" variant="transparent" onClick={() => void selectAll().catch(toastError)}>
          {isCountCapped(count) ? t.selectAllOfMany : t.selectAllMatching(count)}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {t.clearSelection}
      </Button>
      <Group gap={6} ms="auto">
        {children}
      </Group>
    </Group>
  );
}
