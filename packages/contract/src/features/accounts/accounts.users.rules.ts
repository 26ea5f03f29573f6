export const USER_STATUSES = ['active', 'invited', 'deactivated', 'deleted'] as const;
