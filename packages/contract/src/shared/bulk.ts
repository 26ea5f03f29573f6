import { z } from 'zod';
import { id, uuid, whole } from './fields.ts';
import { BULK_IDS_MAX } from './limits.ts';
import { SKIP_MAX } from './pagination.ts';

/**
 * One action on many rows: on those in `ids`, or on all that match `filter`. With a filter, `expected_count`
 * is the number of rows the caller expects: a different number rejects the call.
 */
export const bulkOf = <Action extends z.ZodType, Filter extends z.ZodType>(action: Action, filter: Filter) =>
  z
    .object({
      action,
      ids: z.array(uuid()).meta({ minItems: 1, maxItems: BULK_IDS_MAX }).optional(),
      filter: filter.optional(),
      expected_count: whole({ min: 0, max: SKIP_MAX }).optional(),
    })
    .check(({ value, issues }) => {
      const problem = targetProblem(value);
      if (problem) issues.push({ code: 'custom', input: value, ...problem });
    });

interface Target {
  ids?: string[] | undefined;
  filter?: unknown;
  expected_count?: number | undefined;
}

function targetProblem({ ids, filter, expected_count }: Target) {
  if (ids === undefined && filter === undefined) return { path: ['ids'], message: 'Field required' };
  if (ids && filter)
    return {
      path: ['filter'],
      message: 'Value error, either ids or a filter, not both',
      params: { type: 'value_error' },
    };
  if (ids && (ids.length === 0 || ids.length > BULK_IDS_MAX))
    return {
      path: ['ids'],
      message: `List should have 1 to ${BULK_IDS_MAX} items`,
      params: { type: ids.length === 0 ? 'too_short' : 'too_long', ctx: { max_length: BULK_IDS_MAX } },
    };
  if (filter && expected_count === undefined) return { path: ['expected_count'], message: 'Field required' };
  return undefined;
}

/** Result of a bulk action: number of rows changed, and reasons for the others. */
export const BulkReport = z
  .object({
    count: z.number().int().min(0).meta({ description: 'Number of rows that the call addressed.' }),
    done: z.number().int().min(0),
    skipped: z.array(
      z.object({
        id: id(),
        label: z.string().meta({ description: 'A readable name of the row; empty if it no longer exists.' }),
        code: z.string().meta({ description: 'Code of the refusal.' }),
      }),
    ),
  })
  .meta({ id: 'BulkReport' });
export type BulkReport = z.infer<typeof BulkReport>;
