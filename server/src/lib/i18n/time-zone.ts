/** Names of time zones (IANA), as people set them and archives contain them. */

/** Clients look up time zones by their exact name, so other capitalization and offsets are refused. */
const zoneName = /^[A-Z][\w+-]*(\/[A-Z0-9][\w+-]*)*$/;

export function isTimeZone(name: string): boolean {
  const resolved = resolveTimeZone(name);
  const isOnlyCase = resolved !== name && resolved?.toLowerCase() === name.toLowerCase();
  return resolved !== undefined && zoneName.test(name) && !isOnlyCase;
}

/** The zone to format times in: UTC if none is set, and for one that this version of Node does not know. */
export const knownTimeZone = (name: string): string =>
  name !== '' && resolveTimeZone(name) !== undefined ? name : 'UTC';

function resolveTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
