/** Time-based one-time passwords (RFC 6238) with the parameters that all authenticator apps support: SHA-1, six digits, thirty seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** The length of SHA-1, recommended by RFC 4226. */
const secretBytes = 20;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In Base32, as apps expect. */
export const newTotpSecret = (): string => toBase32(randomBytes(secretBytes));

/** @param now Milliseconds since 1970. */
export const totpStep = (now: number): number => Math.floor(now / stepMs);

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Clocks may differ by one step. */
const skew = [0, -1, 1];

/**
 * The time step of a code; `undefined` for a wrong code, or one that is not newer than the last used one.
 * @param now Milliseconds since 1970. @param after The step of the last used code.
 */
export function matchTotp(secret: string, code: string, now: number, after: number): number | undefined {
  const given = Buffer.from(code);
  const steps = skew.map((one) => totpStep(now) + one).filter((step) => step > after);
  return steps.find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** The content of the QR code for apps. @param issuer The organization. @param account The account's email address. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  // URLSearchParams encodes spaces as plus signs, which apps show.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let [text, value, bits] = ['', 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((value >>> (bits - 5)) & 31);
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31);
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text) {
    value = (value << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >>> bits);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
