/** A WebAuthn authenticator in software, with real keys and signatures. A test can make it do something wrong. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface Options {
  challenge: string;
  user?: { id: string };
}

/** Deviations of a hostile or broken authenticator. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** The page was inside another site's page. */
  crossOrigin?: boolean;
  userHandle?: string | null;
  /** Replaces the counter that counts up. */
  counter?: number;
  /** Replaces the flags user present (1) and user verified (4). */
  flags?: number;
  /** Replaces a new one. */
  credentialId?: Buffer;
  /** Replaces the genuine signature. */
  signature?: Buffer;
}

export interface Authenticator {
  credentialId: Buffer;
  /** The result of navigator.credentials.create, as JSON. */
  create(options: object, wrong?: Deviations): never;
  /** The result of navigator.credentials.get, as JSON. */
  get(options: object, wrong?: Deviations): never;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** `origin` is that of the page. With `counts`, it counts its signatures from 1. */
export function openAuthenticator(origin: string, counts = true): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { hostname } = new URL(origin);
  let credentialId: Buffer = randomBytes(32);
  let handle: string | undefined;
  let used = 0;
  const head = (wrong: Deviations, flags: number) =>
    Buffer.concat([
      sha256(wrong.rpId ?? hostname),
      Buffer.of((wrong.flags ?? PRESENT_AND_VERIFIED) | flags),
      uint32(wrong.counter ?? (counts ? ++used : 0)),
    ]);
  return {
    get credentialId() {
      return credentialId;
    },
    create(given, wrong = {}) {
      const options = given as Options;
      credentialId = wrong.credentialId ?? credentialId;
      handle = options.user?.id;
      return present(credentialId, {
        clientDataJSON: clientData({
          type: 'webauthn.create',
          origin,
          challenge: options.challenge,
          ...wrong,
        }),
        attestationObject: attest(head(wrong, HAS_CREDENTIAL), credentialId, publicKey),
        transports: ['internal'],
      });
    },
    get(given, wrong = {}) {
      const { challenge } = given as Options;
      const data = clientData({ type: 'webauthn.get', origin, challenge, ...wrong });
      const authenticatorData = head(wrong, 0);
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(data, 'base64url'))]);
      return present(wrong.credentialId ?? credentialId, {
        clientDataJSON: data,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: (wrong.signature ?? sign(privateKey, signed)).toString('base64url'),
        userHandle: wrong.userHandle === undefined ? handle : wrong.userHandle,
      });
    },
  };
}

function clientData({ type, challenge, origin, crossOrigin = false }: Deviations): string {
  const data = JSON.stringify({ type, challenge, origin, crossOrigin });
  return Buffer.from(data).toString('base64url');
}

function present(credentialId: Buffer, response: Record<string, unknown>): never {
  const id = credentialId.toString('base64url');
  const extensions = { clientExtensionResults: {}, authenticatorAttachment: 'platform' };
  return { id, rawId: id, type: 'public-key', response, ...extensions } as never;
}

/** An attestation of the format `none`, without a statement about the model. */
function attest(head: Buffer, credentialId: Buffer, key: KeyObject): string {
  const authData = Buffer.concat([
    head,
    Buffer.alloc(16),
    uint16(credentialId.length),
    credentialId,
    coseKey(key),
  ]);
  const attestation = cborMap([
    [cborText('fmt'), cborText('none')],
    [cborText('attStmt'), cborMap([])],
    [cborText('authData'), cborBytes(authData)],
  ]);
  return attestation.toString('base64url');
}

function sign(key: KeyObject, data: Buffer): Buffer {
  return createSign('sha256').update(data).sign(key);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** ES256 in the encoding of RFC 9053. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [Buffer.of(0x01), Buffer.of(0x02)],
    [Buffer.of(0x03), Buffer.of(0x26)],
    [Buffer.of(0x20), Buffer.of(0x01)],
    [Buffer.of(0x21), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.of(0x22), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

function cborMap(pairs: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborHead(kind: number, size: number): Buffer {
  const type = kind << 5;
  if (size < 24) return Buffer.of(type | size);
  return size < 256 ? Buffer.of(type | 24, size) : Buffer.concat([Buffer.of(type | 25), uint16(size)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
