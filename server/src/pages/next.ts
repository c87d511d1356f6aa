/** Where someone wanted to go before they were asked to sign in. */

/** A path of ours: not another host in the many spellings of one, and nothing that a browser would trim. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/;
const longest = 2000;

/** A path to be sent on to; the start page for whatever is not one of our own. */
export const safeNext = (given: unknown): string =>
  typeof given === 'string' && given.length <= longest && ownPath.test(given) ? given : '/';
