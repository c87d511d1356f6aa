/** Passwords that many people have, from published breaches: the first that anyone tries. */

let known: Promise<ReadonlySet<string>> | undefined;

/** Ends of a password that hardly make it harder to guess: digits and signs. */
const decoration = /[\d\W_]+$/u;
/** Shorter words are part of too many good passwords. */
const shortestWord = 6;
/** From this length on, a decorated word counts as a passphrase. */
const longEnough = 16;

/**
 * Whether a password, or its word before digits and signs, is among the fifty thousand most common ones. The list is loaded at the
 * first call, and nothing is asked of other servers.
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
