import { z } from 'zod';
import { displayText, id, instant, text } from '../../shared/fields.ts';
import { pageOf } from '../../shared/pagination.ts';
import { PASSKEY_NAME_MAX } from './accounts.passkeys.rules.ts';

/** Longest values that are read, in characters: attestations and signatures are far shorter. */
const LONGEST = 16_384;

/** Bytes as the JSON of WebAuthn has them. */
const bytes = (max = LONGEST) =>
  text({ min: 1, max, pattern: /^[\w-]+$/ }).meta({ description: 'In base64url without padding.' });

/** Id of a credential: at most 1023 bytes (WebAuthn, 5.8.3). */
const credentialId = () => bytes(1_364);

const transports = () =>
  z
    .array(text({ min: 1, max: 32, pattern: /^[a-z-]+$/ }))
    .max(10)
    .meta({ description: 'How the browser reaches the authenticator, e.g. `internal`, `usb`, `hybrid`.' });

export const Passkey = z
  .object({
    id: id(),
    name: z.string(),
    created_at: instant(),
    last_used_at: instant().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const Passkeys = pageOf(Passkey).meta({ id: 'Passkeys' });

/** What the caller names a passkey, to tell it from the others. */
export const PasskeyName = z
  .object({ name: displayText({ min: 1, max: PASSKEY_NAME_MAX }) })
  .meta({ id: 'PasskeyName' });

/** What `navigator.credentials.create()` returns, as JSON; further fields are ignored. */
export const PasskeyAttestation = z
  .object({
    id: credentialId(),
    response: z.object({
      clientDataJSON: bytes(),
      attestationObject: bytes(),
      transports: transports().optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const PasskeyCreate = PasskeyName.extend({ passkey: PasskeyAttestation }).meta({
  id: 'PasskeyCreate',
});

/** What `navigator.credentials.get()` returns, as JSON; further fields are ignored. */
export const PasskeyAssertion = z
  .object({
    id: credentialId(),
    response: z.object({
      clientDataJSON: bytes(),
      authenticatorData: bytes(),
      signature: bytes(),
      userHandle: bytes(86).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string().meta({ description: 'Works once, within five minutes.' }),
    rpId: z.string(),
    timeout: z.number().int().meta({ description: 'In milliseconds.' }),
    userVerification: z.literal('required'),
    allowCredentials: z
      .array(Credential)
      .meta({ description: 'Empty at sign-in: the device then offers its own.' }),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreationOptions = z
  .object({
    challenge: z.string().meta({ description: 'Works once, within five minutes, for the caller.' }),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({
      id: z.string().meta({ description: 'Random: it says nothing about the account.' }),
      name: z.string(),
      displayName: z.string(),
    }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int().meta({ description: 'In milliseconds.' }),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(Credential),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;
