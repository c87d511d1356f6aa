/**
 * Verifies signatures of authenticators (Web Authentication, level 3). Attestation is not requested, so there
 * is no CBOR to parse. Browsers return the public key as SubjectPublicKeyInfo.
 */
import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { hasFields } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

export interface ExpectedAssertion {
  /** Origin of the organization's pages; its host is the RP ID. */
  origin: string;
  challenge: string;
  /** Whether the authenticator must have verified the user (PIN or biometrics), and not only their presence. */
  isVerified: boolean;
}

/** The messages are logged only. */
export class PasskeyRefusedError extends Error {
  override readonly name = 'PasskeyRefusedError';
}

/** What the browser created, in base64url. */
export interface Registration {
  clientData: string;
  authenticatorData: string;
  publicKey: string;
}

export interface Assertion {
  clientData: string;
  authenticatorData: string;
  signature: string;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** @returns the new credential. @throws PasskeyRefusedError */
export function verifyRegistration(
  given: Registration,
  expected: ExpectedAssertion,
): { id: string; counter: number } {
  checkClientData(bytes(given.clientData), 'webauthn.create', expected);
  const { hasCredential, counter, rest } = readAuthenticatorData(bytes(given.authenticatorData), expected);
  if (!hasCredential || rest.length < 18) throw new PasskeyRefusedError('no credential was made');
  const length = rest.readUInt16BE(16);
  const id = rest.subarray(18, 18 + length);
  if (length === 0 || length > 1023 || id.length < length)
    throw new PasskeyRefusedError('malformed credential ID');
  getKey(given.publicKey);
  return { id: id.toString('base64url'), counter };
}

/** @returns the authenticator's signature counter, 0 if it has none. @throws PasskeyRefusedError */
export function verifyAssertion(given: Assertion, publicKey: string, expected: ExpectedAssertion): number {
  const [clientData, data] = [bytes(given.clientData), bytes(given.authenticatorData)];
  checkClientData(clientData, 'webauthn.get', expected);
  const { counter } = readAuthenticatorData(data, expected);
  const key = getKey(publicKey);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  if (!verify(algorithm, Buffer.concat([data, sha256(clientData)]), key, bytes(given.signature)))
    throw new PasskeyRefusedError('wrong signature');
  return counter;
}

/** COSE algorithms supported by `getKey`: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257];

function getKey(publicKey: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: bytes(publicKey), format: 'der', type: 'spki' });
  } catch {
    throw new PasskeyRefusedError('malformed public key');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isKnown =
    type === 'ed25519' ||
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048 && (details?.modulusLength ?? 0) <= 4096);
  if (!isKnown) throw new PasskeyRefusedError('unknown kind of public key');
  return key;
}

function checkClientData(data: Buffer, type: string, { origin, challenge }: ExpectedAssertion): void {
  const said = parse(data.toString('utf8'));
  if (said.type !== type) throw new PasskeyRefusedError('wrong type');
  if (said.origin !== origin || said.crossOrigin === true) throw new PasskeyRefusedError('wrong origin');
  const [given, wanted] = [Buffer.from(String(said.challenge)), Buffer.from(challenge)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new PasskeyRefusedError('wrong challenge');
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseForeignJson(text);
    if (hasFields(value)) return value;
  } catch {
    // Throws below.
  }
  throw new PasskeyRefusedError('malformed client data');
}

const [presentFlag, verifiedFlag, credentialFlag] = [0x01, 0x04, 0x40];

function readAuthenticatorData(data: Buffer, { origin, isVerified }: ExpectedAssertion) {
  if (data.length < 37) throw new PasskeyRefusedError('malformed authenticator data');
  if (!data.subarray(0, 32).equals(sha256(new URL(origin).hostname)))
    throw new PasskeyRefusedError('wrong RP ID');
  const flags = data.readUInt8(32);
  if ((flags & presentFlag) === 0) throw new PasskeyRefusedError('nobody was present');
  if (isVerified && (flags & verifiedFlag) === 0) throw new PasskeyRefusedError('nobody was verified');
  return {
    hasCredential: (flags & credentialFlag) !== 0,
    counter: data.readUInt32BE(33),
    rest: data.subarray(37),
  };
}
