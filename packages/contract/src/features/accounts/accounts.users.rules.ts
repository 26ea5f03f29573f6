export const USER_STATUSES = ['active', 'invited', 'deactivated', 'deleted'] as const;

/** Maximum length of the reason for a deactivation, in code points. */
export const DEACTIVATION_REASON_MAX = 500;
