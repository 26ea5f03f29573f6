import { z } from 'zod';
import { id, instant } from '../../shared/fields.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { APPROVAL_STATES } from './approvals.rules.ts';

/** A request for approval of one version of a push or an article, and what was decided. */
export const Approval = z
  .object({
    id: id(),
    status: z.enum(APPROVAL_STATES),
    version: z.number().int().meta({ description: 'Version that it is about.' }),
    note: z.string(),
    due_at: instant().nullable().meta({ description: 'Planned time; null: as soon as it is approved.' }),
    local_time: z.string().nullable().meta({
      description: 'For a push at each recipient’s own time: that time, as typed.',
    }),
    devices: z.number().int().nullable().meta({
      description: 'Of a push: number of devices when approval was asked for.',
    }),
    asked_at: instant(),
    asked_by: Person.nullable(),
    decided_at: instant().nullable(),
    decided_by: Person.nullable(),
    comment: z.string().meta({ description: 'Of who sent it back.' }),
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof Approval>;
