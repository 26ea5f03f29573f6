import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** True for a key that signs `RS256` (RFC 7518, 3.3). */
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Key file of a service account, in Google's format. */
export const ServiceAccount = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: 'custom', input: text, message: 'no JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      project_id: z.string().min(1),
      client_email: z.string().min(1),
      private_key: z.string().refine(isRsaKey),
      token_uri: z.url(),
    }),
  );
export type ServiceAccount = z.infer<typeof ServiceAccount>;
