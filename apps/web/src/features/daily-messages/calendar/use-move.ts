import type { OnConflict } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useMoveDailyMessage } from '../daily-messages.queries.ts';
import { t } from '../daily-messages.texts.ts';

/** Fields of a message that a move needs. */
export interface Movable {
  id: string;
  title: string;
  day: string | null;
  version: number;
}

/**
 * Moves a message to another day or to the reserve, and offers an undo if possible.
 * @throws {ApiError}
 */
export function useMove() {
  const { mutateAsync } = useMoveDailyMessage();
  return async function move(
    message: Movable,
    day: string | null,
    on_conflict: OnConflict = 'refuse',
  ): Promise<void> {
    const { version } = (
      await mutateAsync({
        params: { id: message.id },
        body: { day, on_conflict, version: message.version },
      })
    ).body;
    const canUndo = on_conflict === 'refuse' || (on_conflict === 'swap' && message.day !== null);
    const undo = () => void move({ ...message, day, version }, message.day, on_conflict).catch(toastError);
    toastSuccess(
      day ? t.movedTo(day) : t.movedToReserve,
      canUndo ? { label: t.undo, onClick: undo } : undefined,
    );
  };
}
