import { type ReactNode, Suspense, startTransition, useState } from 'react';
import type { Confirmation } from './confirm-modal.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

const ConfirmModal = lazyDialog(() => import('./confirm-modal.tsx'));

interface Asked extends Confirmation {
  answer: (isSure: boolean) => void;
}

/**
 * Asks for confirmation of an irreversible action. Render the returned element; `confirm` resolves to true if
 * the person agrees.
 */
export function useConfirm(): [dialog: ReactNode, confirm: (what: Confirmation) => Promise<boolean>] {
  const [asked, setAsked] = useState<Asked>();
  const confirm = (what: Confirmation) =>
    new Promise<boolean>((resolve) => {
      const answer = (isSure: boolean) => {
        setAsked(undefined);
        resolve(isSure);
      };
      // A transition waits for the module: a fallback would stay for 300 ms at least.
      startTransition(() => setAsked({ ...what, answer }));
    });
  return [
    <Suspense key="confirm">{asked && <ConfirmModal {...asked} onAnswer={asked.answer} />}</Suspense>,
    confirm,
  ];
}
