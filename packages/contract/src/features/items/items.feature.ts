import type { Feature } from '../../shared/feature.ts';
import { itemsAudit } from './items.audit.ts';
import { items } from './items.contract.ts';
import { itemsErrors } from './items.errors.ts';

export const itemsFeature = {
  routes: { items },
  errors: itemsErrors,
  audited: itemsAudit,
} satisfies Feature;
