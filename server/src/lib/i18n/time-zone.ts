/** Names of time zones (IANA), as people set them and archives contain them. */

/** Clients look up time zones by their exact name, so other capitalization and offsets are refused. */
const zoneName = /^[A-Z][\w+-]*(\/[A-Z0-9][\w+-]*)*$/;

export function isTimeZone(name: string): boolean {
  // The form first: to find that there is no such zone takes an exception.
  if (!zoneName.test(name)) return false;
  const resolved = resolveTimeZone(name);
  return resolved === name || (resolved !== undefined && resolved.toLowerCase() !== name.toLowerCase());
}

/** The zone to format times in: UTC if none is set, and for one that this version of Node does not know. */
export const knownTimeZone = (name: string): string =>
  name !== '' && resolveTimeZone(name) !== undefined ? name : 'UTC';

/**
 * @param shown What clocks of the zone show, as if it were UTC. Milliseconds since 1970.
 * @returns the moment when they do. The second step is for a change of the offset in between.
 */
export function momentInZone(shown: number, zone: string): number {
  const guess = shown - offsetAt(shown, zone);
  return shown - offsetAt(guess, zone);
}

function offsetAt(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  const shown = Date.UTC(year, month, day, part('hour'), part('minute'), part('second'));
  return shown - Math.floor(time / 1000) * 1000;
}

function resolveTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
