/** The destination after a sign-in. */

/** A path on this server: excludes all spellings of another host, and characters that browsers remove. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/;
const longest = 2000;

/** A path to redirect to; the start page for anything that is not on this server. */
export const safeNext = (given: unknown): string =>
  typeof given === 'string' && given.length <= longest && ownPath.test(given) ? given : '/';
