import type { BulkReport } from '@agora/contract/shared/bulk';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const ReportModal = lazy(() => import('./report-modal.tsx'));

interface BulkOptions<Body> {
  run: (body: Body) => Promise<BulkReport>;
  /** Reads again what may have changed. */
  refresh: () => Promise<void>;
  /** Where a row that was skipped can be looked at. */
  hrefOf?: ((id: string) => string) | undefined;
}

/**
 * Does one thing to many rows, and shows which it could not be done to. Put the element into the page; `bulk`
 * throws what `run` throws.
 */
export function useBulk<Body>({
  run,
  refresh,
  hrefOf,
}: BulkOptions<Body>): [report: ReactNode, bulk: (body: Body) => Promise<BulkReport>] {
  const [report, setReport] = useState<BulkReport>();
  async function bulk(body: Body): Promise<BulkReport> {
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
      <Suspense>
        <ReportModal report={report} {...(hrefOf && { hrefOf })} onClose={() => setReport(undefined)} />
      </Suspense>
    ),
    bulk,
  ];
}
