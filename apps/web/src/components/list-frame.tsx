import { Button, Group, Paper } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowBarToLeft, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { hasCode } from '../platform/api-error.ts';
import type { ListState } from '../platform/list-state.ts';
import { t } from './components.texts.ts';
import classes from './list-frame.module.css';
import { t as own } from './list-frame.texts.ts';
import { LoadFailure } from './load-failure.tsx';
import { Pager } from './pager.tsx';
import { StateMessage } from './state-message.tsx';

/** The part of a query result that a list needs. */
interface ListQuery {
  data: { body: { data: readonly object[]; count: number } } | undefined;
  /** True while the data is that of the previous list. */
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface ListFrameProps {
  list: ListState<Record<string, string | undefined>>;
  query: ListQuery;
  toolbar: ReactNode;
  /** At the end of the toolbar. */
  aside?: ReactNode;
  /** Shown while rows are selected. */
  selectionBar?: ReactNode;
  table: ReactNode;
  /** Shown if the list has no rows at all. */
  empty: ReactNode;
}

/** A list with its toolbar: its rows, or the reason for their absence. */
export function ListFrame({ list, query, toolbar, aside, selectionBar, table, empty }: ListFrameProps) {
  const { data, error, isPlaceholderData } = query;
  const rows = data?.body.data;
  const count = data?.body.count ?? 0;
  const isPageGone = useStepBack(list, query);
  return (
    <Paper component="section" p={0} style={{ overflow: 'clip' }}>
      <div className={classes.head}>
        <Toolbar filters={list.filters}>{toolbar}</Toolbar>
        {aside}
      </div>
      {error && !data ? (
        <LoadFailure error={error} onRetry={() => void query.refetch()} />
      ) : rows?.length === 0 && !isPlaceholderData && !isPageGone ? (
        <NoRows list={list} count={count} empty={empty} />
      ) : (
        <div
          className={classes.rows}
          aria-busy={isPlaceholderData || !rows}
          data-stale={isPlaceholderData || undefined}
        >
          {table}
        </div>
      )}
      {selectionBar}
      {rows && rows.length > 0 && (
        <Pager
          {...list}
          count={count}
          shown={rows.length}
          lastId={list.isLong && !isPlaceholderData ? lastIdOf(rows) : undefined}
        />
      )}
    </Paper>
  );
}

/** On phones, all filters but the first, the search, are folded behind a button that counts those in use. */
function Toolbar({ filters, children }: Pick<ListFrameProps['list'], 'filters'> & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { search: _search, ...others } = filters;
  const used = Object.values(others).filter((value) => value !== undefined).length;
  return (
    <Group gap="xs" p="sm" align="flex-end" className={classes.toolbar} data-folded={!isOpen || undefined}>
      {children}
      <Button
        className={classes.fold ?? ''}
        variant={used > 0 ? 'light' : 'default'}
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {used > 0 ? own.used(own.filters, used) : own.filters}
      </Button>
    </Group>
  );
}

const lastIdOf = (rows: readonly { id?: string | number }[]) => rows.at(-1)?.id?.toString();

/**
 * If the rows of the shown page have all gone, leads to the last page; if the row before the page has gone,
 * reloads the page without it.
 */
function useStepBack({ page, size, after, setPage }: ListFrameProps['list'], query: ListQuery): boolean {
  const { data, isPlaceholderData, error } = query;
  const [shown, setShown] = useState<number>();
  const list = isPlaceholderData ? undefined : data?.body;
  if (list && list.data.length > 0 && shown !== page) setShown(page);
  const isGone = list?.data.length === 0 && page > 1 && shown === page;
  const isBeginGone = after !== undefined && hasCode(error, 'row_gone');
  const stepBack = useEffectEvent(() => setPage(Math.max(1, Math.ceil((list?.count ?? 0) / size))));
  const stay = useEffectEvent(() => setPage(page));
  useEffect(() => {
    if (isGone) stepBack();
  }, [isGone]);
  useEffect(() => {
    if (isBeginGone) stay();
  }, [isBeginGone]);
  return isGone;
}

interface NoRowsProps extends Pick<ListFrameProps, 'list' | 'empty'> {
  count: number;
}

function NoRows({ list, count, empty }: NoRowsProps) {
  if (count > 0)
    return (
      <StateMessage
        icon={IconArrowBarToLeft}
        title={t.outOfRange}
        text={t.outOfRangeText}
        action={
          <Button component={Link} to={list.hrefOfPage(1)}>
            {t.firstPage}
          </Button>
        }
      />
    );
  if (!list.isFiltered) return empty;
  return (
    <StateMessage
      icon={IconFilterOff}
      title={t.noMatch}
      text={t.noMatchText}
      action={
        <Button variant="default" onClick={list.clearFilters}>
          {t.clearFilters}
        </Button>
      }
    />
  );
}
