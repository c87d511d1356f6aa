/** The subset of DER (ITU-T X.690) for certificates and signing requests. */

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
export const integer = (bytes: Buffer): Buffer => encode(0x02, bytes);
export const smallInteger = (value: number): Buffer => encode(0x02, Buffer.from([value]));
export const utf8Text = (text: string): Buffer => encode(0x0c, Buffer.from(text));
/** Encodes a time as GeneralizedTime, which has a four-digit year. */
export const time = (at: Date): Buffer =>
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
