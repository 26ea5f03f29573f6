import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';
import { onSessionEnd } from '../platform/session.ts';
import { t } from './components.texts.ts';
import { useConfirm } from './use-confirm.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** Called when somebody leaves all the same. */
  onLeave: () => void;
}

/**
 * Asks before a page is left whose changes are not saved, by a link, the back button or closing the tab. Moves
 * within the page, as those between parts of a list, go on.
 */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const [dialog, confirm] = useConfirm();
  useQuestionOfBrowser(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  const ask = useEffectEvent(async () => {
    if (await confirm({ title: t.leaveTitle, text: t.leaveText, action: t.leave })) {
      onLeave();
      blocker.proceed?.();
    } else blocker.reset?.();
  });

  useEffect(() => {
    if (blocker.state === 'blocked') void ask();
  }, [blocker.state]);

  return dialog;
}

/** The browser's own question when the tab is closed or loads another page. */
function useQuestionOfBrowser(isDirty: boolean): void {
  const isOver = useRef(false);
  // Nobody is asked when the session is over: there is nothing to stay for.
  useEffect(() => onSessionEnd(() => void (isOver.current = true)), []);
  useEffect(() => {
    if (!isDirty) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isOver.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isDirty]);
}
