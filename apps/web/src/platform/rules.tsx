import { emailProblem, normalizeEmail } from '@agora/contract/shared/email';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import type { ReactNode } from 'react';
import { Localized } from './localized.tsx';

export type Rule = (value: string) => ReactNode;
type Text = () => string;

/** Returns the error text, in the language of the page, if the value is invalid. */
export const when = (isInvalid: boolean, text: Text): ReactNode =>
  isInvalid ? <Localized text={text} /> : null;
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

/** As the contract's `displayText`. */
export const atMostGraphemes =
  (max: number, text: Text): Rule =>
  (value) =>
    when(countGraphemes(value.trim()) > max, text);

/** The same rule as in the API. */
export const validEmail =
  (text: Text): Rule =>
  (value) =>
    when(emailProblem(normalizeEmail(value)) !== undefined, text);

/** Returns the error of the first rule that fails. */
export const rules =
  (...all: Rule[]): Rule =>
  (value) => {
    for (const rule of all) {
      const problem = rule(value);
      if (problem) return problem;
    }
    return null;
  };
