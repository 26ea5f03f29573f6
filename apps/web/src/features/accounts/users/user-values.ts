import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { t } from '../accounts.users.texts.ts';

/** Form values of an account. */
export const valuesOf = ({ email, full_name, locale }: UserPublic) => ({
  email,
  full_name: full_name ?? '',
  locale,
});

export type UserValues = ReturnType<typeof valuesOf>;
export type UserPart = keyof UserValues;

export const USER_PARTS = { full_name: ['full_name'], email: ['email'], locale: ['locale'] } as const;

export const normal = (values: UserValues): UserValues => ({
  ...values,
  email: values.email.trim(),
  full_name: values.full_name.trim(),
});

const LABELS = { full_name: 'fullName', email: 'email', locale: 'language' } as const;

export const labelOf = (part: UserPart): string => t[LABELS[part]];

export const textOf = (values: UserValues, part: UserPart): string =>
  part === 'locale' ? t[values.locale] : values[part];
