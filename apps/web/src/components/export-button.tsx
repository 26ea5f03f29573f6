import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { convertQueryParamsToUrlString } from '@ts-rest/core';
import { download } from '../platform/download.ts';
import { toastError } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';
import { t } from './components.texts.ts';
import type { Selection } from './use-selection.ts';

export interface ExportButtonProps {
  path: string;
  /** Filters and order of the list. */
  query: Record<string, unknown>;
  fileName: string;
}

const useExport = ({ path, query, fileName }: ExportButtonProps) =>
  useBusy(() => download(path + convertQueryParamsToUrlString(query), fileName).catch(toastError));

/** Exports a list as a file, with the filters and the order of the screen. */
export function ExportButton(list: ExportButtonProps) {
  const [isBusy, run] = useExport(list);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={isBusy}
      onClick={() => void run()}
    >
      {t.export}
    </Button>
  );
}

/**
 * Exports exactly the selected rows of a list. The service refuses if one of them has changed so that it no longer
 * belongs to the list.
 */
export function ExportSelection({
  selection: { ids, isAll, size },
  query,
  ...list
}: ExportButtonProps & { selection: Selection }) {
  const selected = { ...(!isAll && { ids: [...ids].join(',') }), expected_count: size };
  const [isBusy, run] = useExport({ ...list, query: { ...query, ...selected } });
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void run()}>
      {t.exportSelection}
    </Button>
  );
}
