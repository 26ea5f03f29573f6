import type { ReactNode } from 'react';
import { t } from './account-rules.texts.ts';
import { atLeast, atMost, LIMITS, required, rules, validEmail } from './rules.tsx';

/** Validation rules for account fields, with the messages of the specification. */
export const fullNameRule = rules(
  required(() => t.fullNameRequired),
  atLeast(LIMITS.fullName.min, () => t.fullNameShort),
  atMost(LIMITS.fullName.max, () => t.fullNameLong),
);

/** For administrators, for whom the name is optional. */
export const optionalNameRule = rules(atMost(LIMITS.fullName.max, () => t.fullNameLong));

export const emailRule = rules(
  required(() => t.emailRequired),
  validEmail(() => t.emailInvalid),
);

/** For signing in: accepts any password that an account can have. */
export const passwordGivenRule = rules(required(() => t.passwordRequired));

export const newPasswordRule = rules(
  required(() => t.passwordRequired),
  atLeast(LIMITS.password.min, () => t.passwordShort),
  atMost(LIMITS.password.max, () => t.passwordLong),
);

/** @param value the repetition of `password` */
export const confirmationRule = (value: string, password: string): ReactNode =>
  rules(
    required(() => t.confirmRequired),
    (repeated) => matchesRule(repeated, password),
  )(value);

const matchesRule = (value: string, password: string): ReactNode =>
  value === password ? null : required(() => t.confirmDiffers)('');
