import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useConfirm } from '../../components/use-confirm.tsx';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useItemActions } from './items.queries.ts';
import { t } from './items.texts.ts';

export function ItemRowActions({ item, onEdit }: { item: ItemPublic; onEdit: () => void }) {
  const { remove } = useItemActions();
  const [isBusy, run] = useBusy(() => remove(item.id).catch(toastError));
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.edit(item.title)} onClick={onEdit}>
        <IconPencil size={17} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.remove(item.title)}
        disabled={isBusy}
        onClick={() => void run()}
      >
        <IconTrash size={17} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** Deletes what is selected, once confirmed. */
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
        size="compact-md"
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
