/** Creates a certificate signing request (PKCS #10, RFC 2986) for a host name. */
import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  objectIdentifier,
  octetString,
  sequence,
  set,
  smallInteger,
  tagged,
  taggedText,
  yes,
} from './der.ts';

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectAlternativeName: '2.5.29.17',
} as const;

/**
 * The request has no subject: the name is only in the extension, which must then be critical.
 * @param key On the curve P-256.
 * @returns DER
 */
export function signingRequest(host: string, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const names = octetString(sequence(taggedText(2, host)));
  const extension = sequence(objectIdentifier(oids.subjectAlternativeName), yes, names);
  const attribute = sequence(objectIdentifier(oids.extensionRequest), set(sequence(extension)));
  const information = sequence(smallInteger(0), sequence(), publicKey, tagged(0, attribute));
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  return sequence(information, algorithm, bitString(sign('sha256', information, key)));
}
