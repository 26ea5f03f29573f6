/** Maximum length of the name of an API key, in grapheme clusters. */
export const API_KEY_NAME_MAX = 60;

/** Days that an API key can be valid for. */
export const API_KEY_DAYS = [30, 90, 365] as const;

/** Maximum number of API keys of an organisation that have not expired. */
export const API_KEYS_MAX = 50;
