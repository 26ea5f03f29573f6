import { z } from 'zod';

/** Response of a write without an object to return. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' });
