import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@agora/contract/features/accounts/accounts.passkeys.schema';
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** True if this browser knows passkeys. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** True if it can suggest them in a field. */
export const suggestsPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Asks the device for a new passkey. */
export const createPasskey = (optionsJSON: PasskeyCreationOptions): Promise<PasskeyAttestation> =>
  startRegistration({ optionsJSON });

/** Asks for one of the passkeys of the device. */
export const askForPasskey = (optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> =>
  startAuthentication({ optionsJSON });

/** Suggests passkeys in the field whose `autocomplete` ends with `webauthn`; resolves once one is chosen. */
export const suggestPasskeys = (optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> =>
  startAuthentication({ optionsJSON, useBrowserAutofill: true });

/** Ends the above. */
export const stopPasskeys = (): void => WebAuthnAbortService.cancelCeremony();

/** True if the user turned the device's question down, or it ended unanswered. */
export const isTurnedDown = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** True if the device has a passkey of the account already. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';
