import { z } from 'zod';
import { LOCALES } from './locales.ts';

/** Languages of the product; mails use the language of the account. */
export const Locale = z.enum(LOCALES).meta({ id: 'Locale' });
export type Locale = z.infer<typeof Locale>;
