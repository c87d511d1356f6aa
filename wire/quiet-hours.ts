/** When a person is not to be disturbed, computed alike by the server and by clients. */

/** They begin on these days of the week, 1 for Monday to 7 for Sunday; minutes since midnight. Until `to` on the next day if it is not later. */
export interface QuietHours {
  days: readonly number[];
  from: number;
  to: number;
}

export interface Quiet {
  /** Seconds since 1970. */
  until: number | null;
  quiet_hours: readonly QuietHours[];
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
/** No calendar goes further. */
const lastDate = 8.64e15 - 8 * dayMinutes * minuteMs;
/** Nothing is computed further ahead: quiet hours may have no end. */
const mostSteps = 10;
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * @param timeZone IANA name; UTC if it is empty or unknown
 * @param now milliseconds since 1970
 * @returns the end of the quiet time that it is now, in milliseconds since 1970; undefined if it is none
 */
export function endOfQuiet(
  { until, quiet_hours: hours }: Quiet,
  timeZone: string,
  now: number,
): number | undefined {
  let end = now;
  for (let step = 0; step < mostSteps; step++) {
    const paused = Math.max(end, (until ?? 0) * 1000);
    const next = hours.length === 0 || paused >= lastDate ? paused : endOfHours(hours, timeZone, paused);
    if (next === end) break;
    end = next;
  }
  return end > now ? end : undefined;
}

function endOfHours(hours: readonly QuietHours[], timeZone: string, at: number): number {
  const clock = readClock(timeZone, at);
  const left = minutesLeft(hours, clock);
  if (left === 0) return at;
  const end = Math.floor(at / minuteMs) * minuteMs + left * minuteMs;
  // If clocks are put forward meanwhile, the hours end before their number of minutes has passed.
  const skipped = minutesBetween(readClock(timeZone, end), clock) - (left % weekMinutes);
  const sooner = end - skipped * minuteMs;
  const isOver = skipped > 0 && sooner > at && minutesLeft(hours, readClock(timeZone, sooner)) === 0;
  return isOver ? sooner : end;
}

interface Clock {
  day: number;
  minute: number;
}

function minutesLeft(hours: readonly QuietHours[], { day, minute }: Clock): number {
  let most = 0;
  for (const { days, from, to } of hours) {
    const length = (to - from + dayMinutes) % dayMinutes || dayMinutes;
    for (const begun of days) {
      const since = ((day - begun + 7) % 7) * dayMinutes + minute - from;
      if (since >= 0 && since < length) most = Math.max(most, length - since);
    }
  }
  return most;
}

const minutesBetween = (late: Clock, early: Clock): number =>
  ((late.day - early.day) * dayMinutes + late.minute - early.minute + weekMinutes) % weekMinutes;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: timeZone === '' ? 'UTC' : timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

function readClock(timeZone: string, at: number): Clock {
  const format = formats.get(timeZone) ?? getFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return { day: weekdays.indexOf(parts.get('weekday') ?? '') + 1, minute };
}
