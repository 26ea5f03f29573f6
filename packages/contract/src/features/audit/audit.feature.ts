import type { Feature } from '../../shared/feature.ts';
import { auditAudit } from './audit.audit.ts';

/** Without the routes, see `features.ts`. */
export const auditFeature = {
  audited: auditAudit,
  readBy: { export: { can: 'audit_log.read' } },
} satisfies Feature;
