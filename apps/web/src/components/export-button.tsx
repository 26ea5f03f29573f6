import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { convertQueryParamsToUrlString } from '@ts-rest/core';
import { download } from '../platform/download.ts';
import { toastError } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';
import { t } from './components.texts.ts';

interface ExportButtonProps {
  path: string;
  /** Filters and order of the list. */
  query: Record<string, unknown>;
  fileName: string;
}

/** Exports a list as a file, with the filters and the order of the screen. */
export function ExportButton({ path, query, fileName }: ExportButtonProps) {
  const [isBusy, run] = useBusy(() =>
    download(path + convertQueryParamsToUrlString(query), fileName).catch(toastError),
  );
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
