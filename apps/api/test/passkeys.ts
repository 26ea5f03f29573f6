import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@agora/contract/features/accounts/accounts.passkeys.schema';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';
import { type Account, type Answer, FRONTEND, type TestService } from './harness.ts';

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/** How an answer differs from that of an honest device. */
interface Forgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  /** False for a device that asked for neither PIN nor finger. */
  isVerified?: boolean;
  userHandle?: string;
}

/** A device with a passkey, as WebAuthn describes it: ES256, attestation `none`. */
export class Authenticator {
  readonly id = base64(randomBytes(32));
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  counter = 0;
  userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  create({ challenge, user, rp }: PasskeyCreationOptions, forgery: Forgery = {}): PasskeyAttestation {
    this.userHandle = user.id;
    const jwk = this.#publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, cose.COSEALG.ES256],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, Buffer.from(String(jwk.x), 'base64url')],
        [cose.COSEKEYS.y, Buffer.from(String(jwk.y), 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#head(AT, { rpId: rp.id, ...forgery }),
      Buffer.alloc(16),
      length,
      id,
      key,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON: clientData('webauthn.create', { challenge, ...forgery }),
        attestationObject: base64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    };
  }

  answer({ challenge, rpId }: PasskeyRequestOptions, forgery: Forgery = {}): PasskeyAssertion {
    this.counter += 1;
    const data = this.#head(0, { rpId, ...forgery });
    const clientDataJSON = clientData('webauthn.get', { challenge, ...forgery });
    const signed = Buffer.concat([data, digest(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      response: {
        clientDataJSON,
        authenticatorData: base64(data),
        signature: base64(sign('sha256', signed, this.#key)),
        userHandle: (forgery.userHandle ?? this.userHandle) || null,
      },
    };
  }

  #head(flags: number, { rpId = '', counter = this.counter, isVerified = true }: Forgery): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | UP | (isVerified ? UV : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([digest(rpId), head]);
  }
}

const clientData = (type: string, { origin = FRONTEND, challenge, ...forgery }: Forgery) =>
  base64(JSON.stringify({ type: forgery.type ?? type, challenge, origin, crossOrigin: false }));

/** Adds a passkey to an account, whose password was entered recently. */
export async function addPasskey(
  t: TestService,
  { token }: Pick<Account, 'token'>,
  name = 'Laptop',
): Promise<Authenticator & { row: string }> {
  const device = new Authenticator();
  const { body: options } = await t.call('POST', '/passkeys/options', { token });
  const json = { name, passkey: device.create(options) };
  const { body } = await t.call('POST', '/passkeys/', { token, json });
  return Object.assign(device, { row: body.id as string });
}

/** Signs in with a passkey. */
export async function signInByPasskey(
  t: TestService,
  device: Authenticator,
  forgery: Forgery = {},
): Promise<Answer> {
  const { body: options } = await t.call('POST', '/login/passkey-options');
  return t.call('POST', '/login/passkey', { json: { passkey: device.answer(options, forgery) } });
}
