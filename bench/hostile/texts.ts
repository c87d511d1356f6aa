/** Long texts that hostile inputs are made of. */

/** As many whole pieces as the number of characters holds. */
export const fill = (piece: string, characters: number): string =>
  piece.repeat(Math.floor(characters / piece.length));

/** The fields of a JSON object, without its braces. */
export const listFields = (count: number): string =>
  Array.from({ length: Math.floor(count) }, (_, n) => `"k${n}":1`).join();

export const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');
