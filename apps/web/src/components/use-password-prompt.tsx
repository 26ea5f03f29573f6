import { lazy, type ReactNode, Suspense, useState } from 'react';

const PasswordPrompt = lazy(() => import('./password-prompt.tsx'));

interface Asked {
  text: string;
  answer: (isRight: boolean) => void;
}

/** Asks who is signed in for their password; `ask` answers whether it was the right one. */
export function usePasswordPrompt(): [dialog: ReactNode, ask: (text: string) => Promise<boolean>] {
  const [asked, setAsked] = useState<Asked>();
  const ask = (text: string) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        text,
        answer: (isRight) => {
          setAsked(undefined);
          resolve(isRight);
        },
      });
    });
  return [
    asked && (
      <Suspense>
        <PasswordPrompt text={asked.text} onAnswer={asked.answer} />
      </Suspense>
    ),
    ask,
  ];
}
