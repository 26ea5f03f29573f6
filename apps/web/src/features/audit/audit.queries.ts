export const auditLogKeys = {
  list: (query: object) => ['audit-logs', 'list', query] as const,
};
