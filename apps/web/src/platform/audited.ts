import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import { createContext } from 'react';
import type { AuditedEntity } from './feature.ts';

/** Audited entities of all features, provided by the composition root to the audit log pages. */
export const AuditedContext = createContext<Readonly<Partial<Record<AuditEntity, AuditedEntity>>>>({});
