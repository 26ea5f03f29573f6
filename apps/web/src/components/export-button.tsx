import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { convertQueryParamsToUrlString } from '@ts-rest/core';
import { hasCode } from '../platform/api-error.ts';
import { download } from '../platform/download.ts';
import { toastError } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';
import { t } from './components.texts.ts';
import { useWithPassword } from './use-password-prompt.tsx';
import type { Selection } from './use-selection.ts';

export interface ExportButtonProps {
  path: string;
  /** Filters and order of the list. */
  query: Record<string, unknown>;
  fileName: string;
}

/** Those with personal data take a recent password. */
function useExport({ path, query, fileName }: ExportButtonProps) {
  const [prompt, withPassword] = useWithPassword();
  const [isBusy, run] = useBusy(async () => {
    try {
      await withPassword(t.exportPassword, () =>
        download(path + convertQueryParamsToUrlString(query), fileName),
      );
    } catch (error) {
      if (!hasCode(error, 'password_required')) toastError(error);
    }
  });
  return [isBusy, run, prompt] as const;
}

/** Exports a list as a file, with the filters and the order of the screen. */
export function ExportButton(list: ExportButtonProps) {
  const [isBusy, run, prompt] = useExport(list);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} aria-hidden />}
        loading={isBusy}
        onClick={() => void run()}
      >
        {t.export}
      </Button>
      {prompt}
    </>
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
  const [isBusy, run, prompt] = useExport({ ...list, query: { ...query, ...selected } });
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void run()}>
        {t.exportSelection}
      </Button>
      {prompt}
    </>
  );
}
