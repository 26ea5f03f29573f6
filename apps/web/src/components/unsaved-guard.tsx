import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';
import { addLeaveGuard, isLeaving } from '../platform/leaving.ts';
import { onSessionEnd } from '../platform/session.ts';
import { t } from './components.texts.ts';
import { useConfirm } from './use-confirm.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Called when the user leaves despite unsaved changes. */
  onLeave: () => void;
  /** Saves; resolves to whether it succeeded. Without it, saving is not offered. */
  onSave?: () => Promise<boolean>;
}

/**
 * Asks for confirmation before a page with unsaved changes is left by a link, the back button or closing the
 * tab. Navigation within the page, as between parts of a list, is not blocked.
 */
export function UnsavedGuard({ isDirty, onLeave, onSave }: UnsavedGuardProps) {
  const [dialog, confirm] = useConfirm();
  useBrowserConfirmation(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving() && currentLocation.pathname !== nextLocation.pathname,
  );

  const confirmLeaving = () =>
    confirm({
      title: t.leaveTitle,
      text: t.leaveText,
      action: t.leave,
      cancelLabel: t.keepWriting,
      isDangerous: true,
      alternative: onSave && { label: t.save, run: onSave },
    });
  const mayLeave = useEffectEvent(async () => !isDirty || confirmLeaving());
  useEffect(() => addLeaveGuard(() => mayLeave()), []);

  const askBlocked = useEffectEvent(async () => {
    if (await confirmLeaving()) {
      onLeave();
      blocker.proceed?.();
    } else blocker.reset?.();
  });

  useEffect(() => {
    if (blocker.state === 'blocked') void askBlocked();
    // Also by location: if a second navigation is blocked before the first is reset, the state does not
    // change.
  }, [blocker.state, blocker.location]);

  return dialog;
}

/** The browser's own confirmation when the tab is closed or loads another page. */
function useBrowserConfirmation(isDirty: boolean): void {
  const isSessionOver = useRef(false);
  // No confirmation once the session has ended: the page cannot be kept.
  useEffect(() => onSessionEnd(() => void (isSessionOver.current = true)), []);
  useEffect(() => {
    if (!isDirty) return undefined;
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isSessionOver.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isDirty]);
}
