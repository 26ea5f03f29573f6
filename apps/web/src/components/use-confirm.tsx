import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Confirmation } from './confirm-modal.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

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
      setAsked({ ...what, answer });
    });
  return [asked && <ConfirmModal key="confirm" {...asked} onAnswer={asked.answer} />, confirm];
}
