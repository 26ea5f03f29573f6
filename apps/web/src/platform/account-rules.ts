import { FULL_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '@agora/contract/shared/limits';
import type { ReactNode } from 'react';
import { t } from './account-rules.texts.ts';
import { atLeast, atMost, required, rules, validEmail } from './rules.tsx';

/** Minimum length of a name that people enter for themselves, in code points; the API has no minimum. */
export const FULL_NAME_MIN = 3;

/** Validation rules for account fields, with the messages of the specification. */
export const fullNameRule = rules(
  required(() => t.fullNameRequired),
  atLeast(FULL_NAME_MIN, () => t.fullNameShort(FULL_NAME_MIN)),
  atMost(FULL_NAME_MAX, () => t.fullNameLong(FULL_NAME_MAX)),
);

/** The name is optional if an administrator enters it. */
export const optionalNameRule = rules(atMost(FULL_NAME_MAX, () => t.fullNameLong(FULL_NAME_MAX)));

export const emailRule = rules(
  required(() => t.emailRequired),
  validEmail(() => t.emailInvalid),
);

/** For signing in: accepts any password that an account can have. */
export const passwordGivenRule = rules(required(() => t.passwordRequired));

export const newPasswordRule = rules(
  required(() => t.passwordRequired),
  atLeast(PASSWORD_MIN, () => t.passwordShort(PASSWORD_MIN)),
  atMost(PASSWORD_MAX, () => t.passwordLong(PASSWORD_MAX)),
);

/** @param value the repetition of `password` */
export const confirmationRule = (value: string, password: string): ReactNode =>
  rules(
    required(() => t.confirmRequired),
    (repeated) => matchesRule(repeated, password),
  )(value);

const matchesRule = (value: string, password: string): ReactNode =>
  value === password ? null : required(() => t.confirmDiffers)('');
