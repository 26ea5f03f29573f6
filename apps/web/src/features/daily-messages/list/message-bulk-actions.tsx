import { Button } from '@mantine/core';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { t } from '../daily-messages.texts.ts';
import type { BulkAction } from '../message-actions.tsx';

interface MessageBulkActionsProps {
  actions: readonly BulkAction[];
  onRun: (action: BulkAction) => Promise<void>;
}

const BULK_TEXTS = { ready: 'makeReady', draft: 'makeDraft', delete: 'delete', restore: 'restore' } as const;

/** Without confirmation, as each can be undone. */
export default function MessageBulkActions({ actions, onRun }: MessageBulkActionsProps) {
  const [isBusy, run] = useBusy((action: BulkAction) => onRun(action).catch(toastError));
  return actions.map((action) => (
    <Button
      key={action}
      size="compact-sm"
      variant="default"
      disabled={isBusy}
      {...(action === 'delete' && { c: 'var(--danger-ink)' })}
      onClick={() => void run(action)}
    >
      {t[BULK_TEXTS[action]]}
    </Button>
  ));
}
