/** Detects common passwords from published breaches, which attackers try first. */

let known: Promise<ReadonlySet<string>> | undefined;

/** Suffixes of digits and symbols, which hardly make a password harder to guess. */
const decoration = /[\d\W_]+$/u;
/** Shorter words are part of too many good passwords. */
const shortestWord = 6;
/** From this length on, a word with a suffix counts as a passphrase. */
const longEnough = 16;

/**
 * Whether a password, with or without its suffix, is among the fifty thousand most common ones. The list is loaded at the
 * first call; no other server is queried.
 * @param plain NFKC, lower case.
 */
export async function isBreachedPassword(plain: string): Promise<boolean> {
  known ??= load();
  const all = await known;
  const word = plain.replace(decoration, '');
  return all.has(plain) || (word.length >= shortestWord && plain.length < longEnough && all.has(word));
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= shortestWord));
}
