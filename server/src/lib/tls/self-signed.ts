/** Creates a key with a self-signed certificate (RFC 5280), by which others recognize the key. */
import { createPrivateKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  bitString,
  integer,
  objectIdentifier,
  sequence,
  set,
  tagged,
  smallInteger,
  time,
  utf8Text,
} from './der.ts';

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
