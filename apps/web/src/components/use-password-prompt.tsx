import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasCode } from '../platform/api-error.ts';
import { PasswordPrompt } from './password-prompt.tsx';

interface Question {
  text: string;
  answer: (isCorrect: boolean) => void;
}

/**
 * Asks the signed-in user for their password; `ask` resolves to true if it is correct, and to false if the
 * prompt is cancelled or its page was left.
 */
export function usePasswordPrompt(): [dialog: ReactNode, ask: (text: string) => Promise<boolean>] {
  const [question, setQuestion] = useState<Question>();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const ask = (text: string) =>
    new Promise<boolean>((resolve) => {
      if (!isMounted.current) return resolve(false);
      setQuestion({
        text,
        answer: (isCorrect) => {
          setQuestion(undefined);
          resolve(isCorrect);
        },
      });
    });
  return [question && <PasswordPrompt text={question.text} onAnswer={question.answer} />, ask];
}

type WithPassword = <Result>(text: string, action: () => Promise<Result>) => Promise<Result>;

/**
 * Runs an action for which the API may require a recent password: then asks for it and retries. Rejects with
 * the error of the action, also if the prompt is cancelled.
 */
export function useWithPassword(): [dialog: ReactNode, withPassword: WithPassword] {
  const [dialog, ask] = usePasswordPrompt();
  return [
    dialog,
    async (text, action) => {
      try {
        return await action();
      } catch (error) {
        if (!hasCode(error, 'password_required') || !(await ask(text))) throw error;
        return action();
      }
    },
  ];
}
