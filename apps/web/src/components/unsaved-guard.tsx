import { useEffect, useEffectEvent } from 'react';
import { blockLeaving } from '../platform/history.ts';
import { t } from './components.texts.ts';
import { useConfirm } from './use-confirm.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Called when somebody leaves all the same. */
  onLeave: () => void;
}

/** Asks before a page is left whose changes are not saved. */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const [dialog, confirm] = useConfirm();

  const ask = useEffectEvent(async (leave: () => void) => {
    if (!(await confirm({ title: t.leaveTitle, text: t.leaveText, action: t.leave }))) return;
    onLeave();
    leave();
  });

  useEffect(() => {
    if (!isDirty) return undefined;
    const release = blockLeaving((move) => {
      void ask(() => {
        release();
        move.retry();
      });
    });
    return release;
  }, [isDirty]);

  return dialog;
}
