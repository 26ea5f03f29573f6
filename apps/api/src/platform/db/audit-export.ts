import type { AuditChanges } from '@agora/contract/shared/audited';
import type { Locale } from '@agora/contract/shared/locale';
import { sql } from 'drizzle-orm';
import { auditSetting } from './audit-context.ts';
import type { Db } from './client.ts';

/** A list that is exported as a file. */
interface Exported {
  name: Record<Locale, string>;
  query: Readonly<Record<string, string | number | boolean | undefined>>;
}

/**
 * Yields the rows of an export, and logs their number when it ends or is aborted. The search is not logged: it names
 * people, and would outlive their accounts; nor are the ids of selected rows, only that they were.
 */
export function auditedExport<Row>(
  db: Db,
  { name, query: { search, ids, expected_count: _expected, ...filter } }: Exported,
  batches: AsyncIterable<Row[]>,
): AsyncIterable<Row[]> {
  const setting = auditSetting();
  const chosen = Object.entries({ ...filter, ...(ids !== undefined && { selected: true }) }).flatMap(
    ([field, value]) => (value === undefined ? [] : [`${field}=${String(value)}`]),
  );
  const log = (rows: number, is_complete: boolean) => {
    const changes: AuditChanges = {
      rows: [null, rows],
      is_complete: [null, is_complete],
      filter: [null, chosen.join('&')],
      ...(search && { search: null }),
    };
    return db.execute(sql`select audit_export(${JSON.stringify(name)}::jsonb, ${JSON.stringify(changes)}::jsonb)
      from set_config('agora.audit', ${setting}, true)`);
  };
  return counted(batches, log);
}

/** Reports at the end how many rows were read, and whether the export is complete. */
async function* counted<Row>(
  batches: AsyncIterable<Row[]>,
  report: (count: number, isComplete: boolean) => Promise<unknown>,
): AsyncGenerator<Row[]> {
  let count = 0;
  let isComplete = false;
  try {
    for await (const rows of batches) {
      count += rows.length;
      yield rows;
    }
    isComplete = true;
  } finally {
    await report(count, isComplete);
  }
}
