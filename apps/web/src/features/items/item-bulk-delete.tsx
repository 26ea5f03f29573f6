import { Button } from '@mantine/core';
import { useConfirm } from '../../components/use-confirm.tsx';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { t } from './items.texts.ts';

/** Deletes the selected items after confirmation. */
export function BulkDelete({ count, onDelete }: { count: number; onDelete: () => Promise<void> }) {
  const [dialog, confirm] = useConfirm();
  const [isBusy, run] = useBusy(async () => {
    const isSure = await confirm({
      title: t.deleteTitle(count),
      text: t.deleteText,
      action: t.delete,
      isDangerous: true,
    });
    if (isSure) await onDelete().catch(toastError);
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        c="var(--danger-ink)"
        loading={isBusy}
        onClick={() => void run()}
      >
        {t.delete}
      </Button>
      {dialog}
    </>
  );
}
