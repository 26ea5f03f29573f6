import { Button } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useRequestMyDataExport } from './data-exports.queries.ts';
import { t } from './data-exports.texts.ts';

/** Orders a copy of one's own data. */
export function MyDataPanel() {
  const { mutateAsync: request } = useRequestMyDataExport();
  const [isBusy, run] = useBusy(async () => {
    try {
      await request({});
      toastSuccess(t.requested);
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Panel title={t.panel} text={t.panelText}>
      <Button variant="default" loading={isBusy} onClick={() => void run()}>
        {t.request}
      </Button>
    </Panel>
  );
}
