import type { ErrorCode } from '@agora/contract/registry';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { type AnyColumn, gt, type SQL } from 'drizzle-orm';
import { AppError } from '../errors.ts';

/** Rows per statement: stays within the statement timeout even with many dependent rows. */
const BATCH = 2000;

/** Rows by ids or by a filter. */
export type Target<Filter> = { ids: string[] } | { filter: Filter };

interface BulkRequest<Filter> {
  ids?: string[] | undefined;
  filter?: Filter | undefined;
  expected_count?: number | undefined;
}

export type Skip = BulkReport['skipped'][number];

interface BulkAction<Filter, Row> {
  count: (filter: Filter) => Promise<number>;
  /** Yields the rows in batches, each locked until the transaction ends. */
  lock: (target: Target<Filter>) => AsyncIterable<Row[]>;
  /** Changes the rows of a batch, and returns those that it refuses. */
  act: (rows: Row[]) => Promise<Skip[]>;
  /** Reason for ids without a row. */
  missing: ErrorCode;
}

/**
 * Applies an action to many rows, in a transaction. Reports the refused ones; the others proceed.
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects, be it only
 * once the rows are locked
 */
export async function actOnMany<Filter extends object, Row extends { id: string }>(
  { ids, filter, expected_count }: BulkRequest<Filter>,
  { count, lock, act, missing }: BulkAction<Filter, Row>,
): Promise<BulkReport> {
  if (filter && (await count(filter)) !== expected_count) throw new AppError('count_changed');
  const left = new Set(ids);
  const skipped: Skip[] = [];
  let found = 0;
  for await (const rows of lock(filter ? { filter } : { ids: [...left] })) {
    found += rows.length;
    for (const { id } of rows) left.delete(id);
    skipped.push(...(await act(rows)));
  }
  if (filter && found !== expected_count) throw new AppError('count_changed');
  for (const id of left) skipped.push({ id, label: '', code: missing });
  const total = found + left.size;
  return { count: total, done: total - skipped.length, skipped };
}

/**
 * Yields the rows of a statement in batches.
 * @param id the column that orders the rows
 * @param lock locks the first rows of a condition that match at that moment, up to a limit
 */
export async function* inBatches<Row extends { id: string }>(
  id: AnyColumn,
  lock: (isNext: SQL | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let isNext: SQL | undefined; ; ) {
    const rows = await lock(isNext, BATCH);
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < BATCH) return;
    isNext = gt(id, last.id);
  }
}
