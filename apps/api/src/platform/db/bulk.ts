import type { ErrorCode } from '@agora/contract/registry';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { and, asc, gt, inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '../errors.ts';
import type { Db } from './client.ts';

/** Rows per statement: within the statement timeout with many dependent rows, and in memory with long texts. */
const BATCH = 500;

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

/** @throws {AppError} `count_changed` if the caller expects another number of rows */
export async function requireCount(
  expected: number | undefined,
  count: () => Promise<number>,
): Promise<void> {
  if (expected !== undefined && (await count()) !== expected) throw new AppError('count_changed');
}

/**
 * Applies an action to many rows, in a transaction. Reports the refused ones; the others proceed.
 * @throws {AppError} `count_changed` when the filter matches another number than the caller expects, before or
 * after the rows are locked
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
 * Yields the target's rows of a table in batches ordered by id, each locked until the transaction ends. A batch
 * has the rows that match when it is read.
 */
export async function* lockInBatches<Filter, Table extends PgTable & { id: AnyPgColumn<{ data: string }> }>(
  tx: Db,
  table: Table,
  target: Target<Filter>,
  matches: (filter: Filter) => SQL | undefined,
): AsyncGenerator<Table['$inferSelect'][]> {
  const source: PgTable = table;
  const matchesTarget = 'ids' in target ? inArray(table.id, target.ids) : matches(target.filter);
  for (let isNext: SQL | undefined; ; ) {
    const rows = await tx
      .select()
      .from(source)
      .where(and(matchesTarget, isNext))
      .orderBy(asc(table.id))
      .limit(BATCH)
      .for('update');
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < BATCH) return;
    isNext = gt(table.id, last['id'] as string);
  }
}
