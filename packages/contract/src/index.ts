import { auditLogs } from './features/audit/audit.contract.ts';
import { ROUTES } from './registry.ts';
import { c } from './shared/define.ts';

export const API_PREFIX = '/api/v1';
export const API_VERSION = '0.1.0';

type Parts = typeof ROUTES & { auditLogs: typeof auditLogs };
type Prefixed = { pathPrefix: typeof API_PREFIX };

/** All routes of the API. */
export const contract: ReturnType<typeof c.router<Parts, typeof API_PREFIX, Prefixed>> = c.router(
  { ...ROUTES, auditLogs },
  { pathPrefix: API_PREFIX },
);
