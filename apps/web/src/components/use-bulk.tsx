import type { BulkReport } from '@agora/contract/shared/bulk';
import { type ReactNode, useState } from 'react';
import { ReportModal } from './report-modal.tsx';

interface BulkOptions<Body, Report> {
  run: (body: Body) => Promise<Report>;
  /** Reloads data that may have changed. */
  refresh: () => Promise<void>;
  /** Link to a skipped row. */
  hrefOf?: ((id: string) => string) | undefined;
}

/**
 * Runs an action on many rows and reports the skipped ones. Render the returned element; `bulk` rejects with
 * the error of `run`.
 */
export function useBulk<Body, Report extends BulkReport>({
  run,
  refresh,
  hrefOf,
}: BulkOptions<Body, Report>): [report: ReactNode, bulk: (body: Body) => Promise<Report>] {
  const [report, setReport] = useState<Report>();
  async function bulk(body: Body): Promise<Report> {
    try {
      const result = await run(body);
      if (result.skipped.length > 0) setReport(result);
      return result;
    } finally {
      await refresh();
    }
  }
  return [
    report && (
      <ReportModal report={report} {...(hrefOf && { hrefOf })} onClose={() => setReport(undefined)} />
    ),
    bulk,
  ];
}
