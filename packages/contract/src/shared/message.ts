import { z } from 'zod';

/** Response of a write that returns no object. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' });
