/** Creates a key with a self-signed certificate (RFC 5280), by which others recognize the key. */
import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

const oids = { commonName: '2.5.4.3', rsaWithSha256: '1.2.840.113549.1.1.11' } as const;
const years = 20;
const dayMs = 24 * 3600_000;
const null_ = Buffer.from([0x05, 0x00]);

/** @returns both in PEM */
export async function selfSigned(
  name: string,
  now = Date.now(),
): Promise<{ key: string; certificate: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const algorithm = sequence(objectIdentifier(oids.rsaWithSha256), null_);
  const subject = sequence(set(sequence(objectIdentifier(oids.commonName), utf8Text(name))));
  const serial = randomBytes(16);
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const content = sequence(
    tagged(0, smallInteger(2)),
    integer(serial),
    algorithm,
    subject,
    // Valid from a day earlier, for clocks that are slow.
    sequence(time(new Date(now - dayMs)), time(new Date(now + years * 365 * dayMs))),
    subject,
    publicKey,
  );
  const der = sequence(content, algorithm, bitString(sign('sha256', content, createPrivateKey(privateKey))));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { key: privateKey, certificate };
}

// The subset of DER (ITU-T X.690) for certificates and signing requests.

const encode = (tag: number, content: Buffer): Buffer => {
  const { length } = content;
  if (length > 0xffff) throw new RangeError('Too long for a certificate.');
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
};

export const sequence = (...items: Buffer[]): Buffer => encode(0x30, Buffer.concat(items));
export const set = (item: Buffer): Buffer => encode(0x31, item);
/** @param bytes Positive; the highest bit of the first byte is not set. */
const integer = (bytes: Buffer): Buffer => encode(0x02, bytes);
export const smallInteger = (value: number): Buffer => encode(0x02, Buffer.from([value]));
const utf8Text = (text: string): Buffer => encode(0x0c, Buffer.from(text));
/** Encodes a time as GeneralizedTime, which has a four-digit year. */
const time = (at: Date): Buffer =>
  encode(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
export const yes = encode(0x01, Buffer.from([0xff]));
export const octetString = (content: Buffer): Buffer => encode(0x04, content);
/** A bit string of whole bytes. */
export const bitString = (content: Buffer): Buffer =>
  encode(0x03, Buffer.concat([Buffer.from([0]), content]));
/** `[number]`, constructed. */
export const tagged = (number: number, content: Buffer): Buffer => encode(0xa0 + number, content);
/** `[number]`, an implicitly tagged string. */
export const taggedText = (number: number, text: string): Buffer =>
  encode(0x80 + number, Buffer.from(text, 'ascii'));

/** @param dotted For example 2.5.29.17. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

function inSevenBits(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
