import { z } from 'zod';
import { displayText, id, instant, whole } from '../../shared/fields.ts';
import { SKIP_MAX } from '../../shared/pagination.ts';
import { NOTE_MAX } from './accounts.note.rules.ts';
import { Person } from './accounts.users.schema.ts';

/** The team's internal note about a person, who never sees it. */
export const UserNote = z
  .object({
    id: id().meta({ description: 'Id of the account.' }),
    body: z.string(),
    version: z.number().int().min(0).meta({ description: '0: no note was ever written.' }),
    updated_at: instant().nullable(),
    updated_by: Person.nullable(),
  })
  .meta({ id: 'UserNote' });
export type UserNote = z.infer<typeof UserNote>;

export const UserNoteUpdate = z
  .object({ body: displayText({ max: NOTE_MAX }), version: whole({ min: 0, max: SKIP_MAX }) })
  .meta({ id: 'UserNoteUpdate' });
export type UserNoteUpdate = z.infer<typeof UserNoteUpdate>;
