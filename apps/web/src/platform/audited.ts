import type { AuditEntity } from '@agora/contract/features/audit/audit.contract';
import { createContext } from 'react';
import type { AuditedEntity } from './feature.ts';

/** The audited entities of all features, from the composition root for those that show the audit log. */
export const AuditedContext = createContext<Readonly<Partial<Record<AuditEntity, AuditedEntity>>>>({});
