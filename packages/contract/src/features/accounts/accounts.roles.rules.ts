/** Maximum length of the name of a role, in grapheme clusters. */
export const ROLE_NAME_MAX = 60;

/** Maximum number of roles that an organisation makes for itself. */
export const ROLES_MAX = 50;
