import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@agora/contract/features/accounts/accounts.passkeys.schema';

/** What the service and devices exchange about passkeys. */
export const REQUEST_OPTIONS: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

export const CREATION_OPTIONS: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Agora' },
  user: { id: 'aGFuZGxl', name: 'grace@example.com', displayName: 'Grace Hopper' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: [],
};

export const ASSERTION: PasskeyAssertion = {
  id: 'aWQ',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'aGFuZGxl' },
};

export const ATTESTATION: PasskeyAttestation = {
  id: 'aWQ',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA', transports: ['internal'] },
};
