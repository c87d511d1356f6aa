/** Times in texts. One without a zone is not one of this machine: it counts as UTC, and the reader says so. */
import type { Tally } from './reading/tally.ts';

const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?|\b(?:UTC|GMT|[ECMP][SD]T))(?:\s*\([^)]*\))?$/i;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

/** In milliseconds since 1970; `undefined` for what is no time. */
export function parseTimeText(given: string): { ms: number; hasZone: boolean } | undefined {
  const text = given.trim();
  const hasZone = dateOnly.test(text) || (text.length > 10 && zone.test(text.slice(10)));
  const ms = Date.parse(hasZone ? text : `${text}${/^\d{4}-\d{2}-\d{2}T/.test(text) ? 'Z' : ' UTC'}`);
  return Number.isNaN(ms) ? undefined : { ms, hasZone };
}

/** Notes a time without a zone. */
export function noteZone(tally: Tally, given: string, place: string): void {
  if (parseTimeText(given)?.hasZone === false)
    tally.leaveOut('time zones', 'The times have none in the export: they are read as UTC.', place);
}
