import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import type { Confirmation } from './confirm-modal.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

const ConfirmModal = lazyDialog(() => import('./confirm-modal.tsx'));

interface Asked extends Confirmation {
  answer: (isSure: boolean) => void;
}

/**
 * Asks for confirmation of an irreversible action. Render the returned element; `confirm` resolves to true if
 * the person agrees, to false as well if the page is left or something else is asked.
 */
export function useConfirm(): [dialog: ReactNode, confirm: (what: Confirmation) => Promise<boolean>] {
  const [asked, setAsked] = useState<Asked>();
  const waiting = useRef<Asked['answer']>(undefined);
  useEffect(() => () => waiting.current?.(false), []);
  const confirm = (what: Confirmation) =>
    new Promise<boolean>((resolve) => {
      waiting.current?.(false);
      const answer = (isSure: boolean) => {
        waiting.current = undefined;
        setAsked(undefined);
        resolve(isSure);
      };
      waiting.current = answer;
      // A transition waits for the module: a fallback would stay for 300 ms at least.
      startTransition(() => setAsked({ ...what, answer }));
    });
  return [
    <Suspense key="confirm">{asked && <ConfirmModal {...asked} onAnswer={asked.answer} />}</Suspense>,
    confirm,
  ];
}
