/** Texts of any characters, for tests with random input. */
import fc from 'fast-check';

/** Names that objects of JavaScript have by themselves. */
const dangerous = ['__proto__', 'constructor', 'hasOwnProperty', 'prototype', 'toString', 'valueOf'];

const surrogates = { first: 0xd800, count: 0x800 };

/** Any character but halves of pairs. The unit `binary` of the library has the same ones, and takes a second to make. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));

export const anyText = (limits: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: character, ...limits }) },
    { weight: 1, arbitrary: fc.constantFrom(...dangerous) },
  );
