import { z } from 'zod';

/** What a write answers that has no object to show. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' });
