import { Button } from '@mantine/core';
import { toastError } from '../platform/toast.ts';
import { useBusy } from '../platform/use-busy.ts';

interface BulkButtonsProps<Action extends string> {
  actions: readonly Action[];
  labelOf: (action: Action) => string;
  onRun: (action: Action) => Promise<void>;
}

/** Actions on several rows, without confirmation, as each can be undone. */
export function BulkButtons<Action extends string>({ actions, labelOf, onRun }: BulkButtonsProps<Action>) {
  const [isBusy, run] = useBusy((action: Action) => onRun(action).catch(toastError));
  return actions.map((action) => (
    <Button
      key={action}
      size="compact-sm"
      variant="default"
      disabled={isBusy}
      {...(action === 'delete' && { c: 'var(--danger-ink)' })}
      onClick={() => void run(action)}
    >
      {labelOf(action)}
    </Button>
  ));
}
