import { z } from 'zod';
import { id, instant, queryInt, text } from '../../shared/fields.ts';
import { TIMELINE_KINDS } from './accounts.timeline.rules.ts';

export const TimelineKind = z.enum(TIMELINE_KINDS).meta({ id: 'TimelineKind' });
export type TimelineKind = z.infer<typeof TimelineKind>;

/** Milliseconds, kind and id of the last entry. */
const CURSOR =
  /^\d{1,13}\.(conversation|rating|device|notification|item|sign_in)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const TimelineEntry = z
  .object({
    kind: TimelineKind,
    id: id(),
    at: instant(),
    title: z.string().meta({
      description:
        "Subject, comment, model or title, in the caller's language if it exists in both; '' for a sign-in.",
    }),
    detail: z.string().meta({
      description: 'Status of a conversation, score, platform of a device, category of a notification.',
    }),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const TimelineQuery = z.object({
  kind: TimelineKind.optional(),
  limit: queryInt({ min: 1, max: 100 }).default(20),
  before: text({ pattern: CURSOR }).optional().meta({ description: '`next` of the previous page.' }),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const Timeline = z
  .object({
    data: z.array(TimelineEntry),
    counts: z
      .partialRecord(TimelineKind, z.number().int().min(0))
      .meta({ description: 'Number of entries of each kind that the caller may read, over all pages.' }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Cursor of the next page, with older entries; null at the end.' }),
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof Timeline>;
