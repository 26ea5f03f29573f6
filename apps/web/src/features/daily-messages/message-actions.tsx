import type {
  DailyMessageBulk,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { IconArrowsExchange, IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RestoreButton } from '../../components/restore-button.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import { PlaceModal } from './calendar/place-modal.tsx';
import { useTrash } from './daily-messages.queries.ts';
import { t } from './daily-messages.texts.ts';
import { titleOf } from './message-status.tsx';

/** Actions on one message of a list, for those who write. */
export function MessageRowActions({ message }: { message: DailyMessagePublic }) {
  const { remove, restore } = useTrash();
  const today = useToday();
  const [isBusy, run] = useBusy((action: () => Promise<void>) => action().catch(toastError));
  const [placing, setPlacing] = useState<'move' | 'duplicate'>();
  const title = titleOf(message) || t.noTitle;
  if (message.deleted_at)
    return <RestoreButton name={title} isBusy={isBusy} onClick={() => void run(() => restore(message.id))} />;
  const isPast = message.day !== null && message.day < today;
  return (
    <>
      {!isPast && (
        <RowButton icon={IconArrowsExchange} label={t.moveOf(title)} onClick={() => setPlacing('move')} />
      )}
      <RowButton icon={IconCopy} label={t.duplicateOf(title)} onClick={() => setPlacing('duplicate')} />
      {!isPast && (
        <RowButton
          icon={IconTrash}
          label={t.deleteOf(title)}
          isBusy={isBusy}
          onClick={() => void run(() => remove(message))}
        />
      )}
      {placing && (
        <PlaceModal action={placing} message={{ ...message, title }} onClose={() => setPlacing(undefined)} />
      )}
    </>
  );
}

type BulkAction = DailyMessageBulk['action'];

/** Actions on several messages, in their order. */
export const bulkActions = (isTrash: boolean): readonly BulkAction[] =>
  isTrash ? ['restore'] : ['ready', 'draft', 'delete'];

/** Bulk actions that change a message. */
export const actionsOn = ({ deleted_at, status }: DailyMessagePublic): readonly BulkAction[] => {
  if (deleted_at) return ['restore'];
  return [status === 'ready' ? 'draft' : 'ready', 'delete'];
};
