import { Button } from '@mantine/core';
import type { Confirmation } from '../../../components/confirm-modal.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import type { BulkAction } from '../accounts.users.list.ts';
import { t } from '../accounts.users.texts.ts';
import { ErasureKept } from '../erasure-kept-panel.tsx';

interface UserBulkActionsProps {
  actions: readonly BulkAction[];
  /** Number of selected accounts. */
  count: number;
  onRun: (action: BulkAction) => Promise<void>;
}

export function UserBulkActions({ actions, count, onRun }: UserBulkActionsProps) {
  const [dialog, confirm] = useConfirm();
  const [isBusy, run] = useBusy(async (action: BulkAction) => {
    if (!(await confirm(confirmationOf(action, count)))) return;
    await onRun(action).catch(toastError);
  });
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          {...(isDestructive(action) && { c: 'var(--danger-ink)' })}
          onClick={() => void run(action)}
        >
          {t[action]}
        </Button>
      ))}
      {dialog}
    </>
  );
}

const isDestructive = (action: BulkAction) => action === 'delete' || action === 'erase';

const confirmationOf = (action: BulkAction, count: number): Confirmation => ({
  title: t[`${action}Title`](count),
  text:
    action === 'erase' ? (
      <>
        {t.eraseText}
        <ErasureKept />
      </>
    ) : (
      t[`${action}Text`]
    ),
  action: t[action],
  isDangerous: action !== 'reactivate' && action !== 'restore',
  ...(action === 'erase' && { requiredWord: t.eraseWord }),
});
