/** Maximum length of the name of a passkey, in grapheme clusters. */
export const PASSKEY_NAME_MAX = 60;

/** Maximum number of passkeys of an account. */
export const PASSKEYS_MAX = 20;
