import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';

/** What the form of an account edits. */
export const valuesOf = ({ email, full_name, locale }: UserPublic) => ({
  email,
  full_name: full_name ?? '',
  locale,
});

export type UserValues = ReturnType<typeof valuesOf>;
