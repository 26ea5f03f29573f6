import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isUncounted } from '../platform/list-state.ts';
import { toastError } from '../platform/toast.ts';
import { t } from './components.texts.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** Rows on this page. */
  shown: number;
  /** Rows that the filter matches. */
  count: number;
  children: ReactNode;
}

/** What can be done to the selected rows, and the way to mean all that match. */
export function SelectionBar({ selection, shown, count, children }: SelectionBarProps) {
  const { ids, isAll, size, selectAll, clear } = selection;
  if (ids.size === 0) return null;
  const canSelectAll = !isAll && ids.size === shown && count > shown;
  return (
    <div className={classes.bar}>
      <p className={classes.count} role="status">
        {t.selected(size)}
      </p>
      {canSelectAll && (
        <Button size="compact-sm" variant="transparent" onClick={() => void selectAll().catch(toastError)}>
          {isUncounted(count) ? t.selectAllOfMany : t.selectAllMatching(count)}
        </Button>
      )}
      <div className={classes.actions}>{children}</div>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {t.clearSelection}
      </Button>
    </div>
  );
}
