import { emailProblem, normalizeEmail } from '@agora/contract/shared/email';
import type { ReactNode } from 'react';
import { Localized } from '../components/localized.tsx';

/** The limits of the contract's fields, in code points. */
export const LIMITS = { password: { min: 8, max: 128 }, fullName: { min: 3, max: 255 }, title: 255 } as const;

type Rule = (value: string) => ReactNode;
type Text = () => string;

/** What is said of a value that is wrong, in the language of the page. */
export const when = (isWrong: boolean, text: Text): ReactNode => (isWrong ? <Localized text={text} /> : null);
const lengthOf = (value: string) => [...value].length;

export const required =
  (text: Text): Rule =>
  (value) =>
    when(value.trim() === '', text);

export const atLeast =
  (min: number, text: Text): Rule =>
  (value) =>
    when(lengthOf(value) < min, text);

export const atMost =
  (max: number, text: Text): Rule =>
  (value) =>
    when(lengthOf(value) > max, text);

/** The rule of the API itself. */
export const validEmail =
  (text: Text): Rule =>
  (value) =>
    when(emailProblem(normalizeEmail(value)) !== undefined, text);

/** The first rule that is broken speaks. */
export const rules =
  (...all: Rule[]): Rule =>
  (value) => {
    for (const rule of all) {
      const problem = rule(value);
      if (problem) return problem;
    }
    return null;
  };
