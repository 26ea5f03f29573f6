import { z } from 'zod';
import { c } from '../../shared/define.ts';
import { displayText, id, instant, whole } from '../../shared/fields.ts';
import { Page, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { usualRoutes } from '../../shared/usual-routes.ts';
import { broadcastsErrors, SEGMENT_NAME_MAX } from './broadcasts.rules.ts';
import { AudienceRules, audienceRules, BroadcastStatus } from './broadcasts.schema.ts';

/** Rules of an audience under a name, for pushes and the list of members. */
export const SegmentPublic = z
  .object({
    id: id(),
    name: z.string(),
    audience: AudienceRules,
    used_by: z.array(z.object({ id: id(), name: z.string(), status: BroadcastStatus })).meta({
      description: 'The pushes that will be sent to it, by name. As long as there are any, it stays.',
    }),
    version: z.number().int(),
    updated_at: instant(),
  })
  .meta({ id: 'SegmentPublic' });
export type SegmentPublic = z.infer<typeof SegmentPublic>;

export const SegmentsPublic = pageOf(SegmentPublic).meta({ id: 'SegmentsPublic' });

const fields = {
  name: displayText({ min: 1, max: SEGMENT_NAME_MAX }).meta({
    description: 'Unique, regardless of letter case and accents.',
  }),
  audience: audienceRules(),
};

export const SegmentCreate = z.object(fields).meta({ id: 'SegmentCreate' });
export type SegmentCreate = z.infer<typeof SegmentCreate>;

/** Fields left out keep their value. Rejected if `version` is sent and outdated. */
export const SegmentUpdate = z
  .object({ ...fields, version: whole({ min: 1, max: SKIP_MAX }) })
  .partial()
  .meta({ id: 'SegmentUpdate' });
export type SegmentUpdate = z.infer<typeof SegmentUpdate>;

const usual = usualRoutes(broadcastsErrors, {
  path: '/segments/',
  names: ['segment', 'segments'],
  readBy: { can: ['broadcasts.read', 'members.read'] },
  writtenBy: { can: 'broadcasts.write' },
  missing: 'segment_not_found',
  query: Page,
  page: SegmentsPublic,
  row: SegmentPublic,
  create: SegmentCreate,
  update: SegmentUpdate,
});

export const segments = c.router({
  readSegments: usual.list('List segments by name'),
  createSegment: usual.create(
    'Save the rules of an audience as a segment',
    'segment_name_taken',
    'too_many_segments',
  ),
  readSegment: usual.read('Read a segment'),
  updateSegment: usual.update(
    'Change a segment, for pushes that have not been sent too',
    'segment_name_taken',
    'segment_scheduled',
    'version_conflict',
  ),
  deleteSegment: usual.delete('Delete a segment that no unsent push uses', 'segment_in_use'),
});
