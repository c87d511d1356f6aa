/** Periods in narrows: a day, a month or a year in the reader's time zone, a moment, or what lies between two moments. */
import { momentInZone } from '../i18n/time-zone.ts';

/** Milliseconds since 1970; `until` is not part of it. */
export type Period = { readonly from: number; readonly until: number };

const calendar = /^([1-9]\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Parses `2026`, `2026-11`, `2026-11-28`, `2026-11-28T09:00:00Z`, or an ISO 8601 interval of two such moments.
 * @returns undefined if the text is none of these, or names a day that does not exist
 */
export function parsePeriod(text: string, zone: string): Period | undefined {
  const [, year, month, day] = calendar.exec(text) ?? [];
  if (year !== undefined) return calendarPeriod(Number(year), month, day, zone);
  const [from, until = from, ...rest] = text.split('/').map(parseMoment);
  if (from === undefined || until === undefined || rest.length > 0 || until < from) return undefined;
  return { from, until };
}

function parseMoment(text: string): number | undefined {
  const time = moment.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function calendarPeriod(
  year: number,
  month: string | undefined,
  day: string | undefined,
  zone: string,
): Period | undefined {
  const [m, d] = [Number(month ?? 1) - 1, Number(day ?? 1)];
  const first = new Date(Date.UTC(year, m, d));
  if (first.getUTCMonth() !== m || first.getUTCDate() !== d) return undefined;
  const next =
    day === undefined ? Date.UTC(year + (month ? 0 : 1), month ? m + 1 : 0) : Date.UTC(year, m, d + 1);
  return { from: momentInZone(first.getTime(), zone), until: momentInZone(next, zone) };
}
