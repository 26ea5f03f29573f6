import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Confirmation } from './confirm-modal.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

interface Question extends Confirmation {
  answer: (isConfirmed: boolean) => void;
}

/**
 * Asks for confirmation of an irreversible action. Render the returned element; `confirm` resolves to true if
 * the user confirms, and to false if they cancel, leave the page or another question replaces this one.
 */
export function useConfirm(): [dialog: ReactNode, confirm: (confirmation: Confirmation) => Promise<boolean>] {
  const [question, setQuestion] = useState<Question>();
  const pendingAnswer = useRef<Question['answer']>(undefined);
  useEffect(() => () => pendingAnswer.current?.(false), []);
  const confirm = (confirmation: Confirmation) =>
    new Promise<boolean>((resolve) => {
      pendingAnswer.current?.(false);
      const answer = (isConfirmed: boolean) => {
        pendingAnswer.current = undefined;
        setQuestion(undefined);
        resolve(isConfirmed);
      };
      pendingAnswer.current = answer;
      setQuestion({ ...confirmation, answer });
    });
  return [question && <ConfirmModal key="confirm" {...question} onAnswer={question.answer} />, confirm];
}
