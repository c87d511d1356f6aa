/** Formats times, which are given in seconds since 1970. */

export type Clock = { locale: string; hour12: boolean; timeZone?: string };

const halves = new Map<string, boolean>();

/** Whether the language counts the hours of a day to twelve, twice. */
export function countsToTwelve(locale: string): boolean {
  // As below, English needs no formatter.
  if (locale === 'en') return true;
  const known =
    halves.get(locale) ??
    new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  halves.set(locale, known);
  return known;
}

const cache = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes longer than formatting a hundred times. */
function formatter(
  { locale, hour12, timeZone }: Clock,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const all = { hour12, ...(timeZone === undefined ? {} : { timeZone }), ...options };
  const key = JSON.stringify([locale, all]);
  const found = cache.get(key) ?? new Intl.DateTimeFormat(locale, all);
  cache.set(key, found);
  return found;
}

/** Formats English without a formatter: creating the first one takes longer than everything else on the page. */
function toEnglishTime(seconds: number, { locale, hour12, timeZone }: Clock) {
  if (locale !== 'en' || timeZone !== undefined) return undefined;
  const date = new Date(seconds * 1000);
  const [hour, minute] = [date.getHours(), String(date.getMinutes()).padStart(2, '0')];
  return hour12
    ? { time: `${hour % 12 || 12}:${minute}`, half: hour < 12 ? ' AM' : ' PM' }
    : { time: `${String(hour).padStart(2, '0')}:${minute}`, half: '' };
}

/** 14:05 */
export function toTime(seconds: number, clock: Clock): string {
  const english = toEnglishTime(seconds, clock);
  return english === undefined
    ? formatter(clock, { hour: 'numeric', minute: '2-digit' }).format(seconds * 1000)
    : english.time + english.half;
}

/** 14:05, or 2:05 in the afternoon if AM and PM are shown nearby. */
export const getMarginTime = (seconds: number, clock: Clock): string =>
  toEnglishTime(seconds, clock)?.time ??
  formatter(clock, { hour: 'numeric', minute: '2-digit' })
    .formatToParts(seconds * 1000)
    .map(({ type, value }) => (type === 'dayPeriod' ? '' : value))
    .join('')
    .trim();

/** Complete, for the tooltip of a short time: Tuesday, 3 March 2026 at 14:05:09 */
export const getFullTime = (seconds: number, clock: Clock): string =>
  formatter(clock, { dateStyle: 'full', timeStyle: 'medium' }).format(seconds * 1000);

/** 3 March 1990, for a day in the form 1990-03-03; other input is returned unchanged. */
export function calendarDay(day: string, clock: Clock): string {
  const at = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(at)
    ? day
    : formatter({ ...clock, timeZone: 'UTC' }, { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
}

const quarterHour = 900;
const daysOfZones = new Map<string | undefined, Map<number, string>>();

/**
 * Equal for times of the same day. Fast, since it runs for every message; all time zones are multiples of a quarter of
 * an hour.
 */
export function dayKey(seconds: number, clock: Clock): string {
  const quarter = Math.floor(seconds / quarterHour);
  const days = daysOfZones.get(clock.timeZone) ?? new Map<number, string>();
  daysOfZones.set(clock.timeZone, days);
  const day = days.get(quarter) ?? toDate(quarter * quarterHour, clock).join('-');
  days.set(quarter, day);
  return day;
}

type CalendarDate = readonly [year: number, month: number, day: number];

/** Computed without a formatter: creating the first one takes longer than everything else on the page. */
function toDate(seconds: number, clock: Clock): CalendarDate {
  if (clock.timeZone === undefined) {
    const date = new Date(seconds * 1000);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  }
  const parts = formatter(
    { ...clock, locale: 'en' },
    { year: 'numeric', month: 'numeric', day: 'numeric' },
  ).formatToParts(seconds * 1000);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return [part('year'), part('month'), part('day')];
}

/** Today, Tomorrow, Yesterday, Tuesday within a week, 3 March, with the year if it is another one. */
export function toDay(seconds: number, now: number, clock: Clock): string {
  const days = daysBetween(seconds, now, clock);
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(clock.locale, { numeric: 'auto' }).format(-days, 'day');
    return word.charAt(0).toLocaleUpperCase(clock.locale) + word.slice(1);
  }
  if (days > 1 && days < 7) return formatter(clock, { weekday: 'long' }).format(seconds * 1000);
  return isSameYear(seconds, now, clock)
    ? formatter(clock, { weekday: 'short', day: 'numeric', month: 'long' }).format(seconds * 1000)
    : formatter(clock, { day: 'numeric', month: 'long', year: 'numeric' }).format(seconds * 1000);
}

function daysBetween(seconds: number, now: number, clock: Clock): number {
  const day = (at: number): number => {
    const [year, month, date] = toDate(at, clock);
    return Date.UTC(year, month - 1, date) / 86_400_000;
  };
  return day(now) - day(seconds);
}

const isSameYear = (a: number, b: number, clock: Clock): boolean =>
  toDate(a, clock)[0] === toDate(b, clock)[0];

/** A moment within a sentence: the time if it is today, otherwise the day and the time. */
export const getMoment = (seconds: number, now: number, clock: Clock): string =>
  daysBetween(seconds, now, clock) === 0 ? toTime(seconds, clock) : getDayAndTime(seconds, now, clock);

/** Within a sentence, for the days to come: 14:05, Tuesday, 14:05, or with the date where the weekday could be that of today. */
export function getComingTime(seconds: number, now: number, clock: Clock): string {
  const days = -daysBetween(seconds, now, clock);
  if (days === 0) return toTime(seconds, clock);
  const date = days < 7 ? {} : ({ day: 'numeric', month: 'long' } as const);
  const day = formatter(clock, { weekday: 'long', ...date }).format(seconds * 1000);
  return day + getSeparator(clock) + toTime(seconds, clock);
}

/** Tuesday, 14:05; separated as the language does. */
export const getDayAndTime = (seconds: number, now: number, clock: Clock): string =>
  toDay(seconds, now, clock) + getSeparator(clock) + toTime(seconds, clock);

/** What the language puts between a date and a time. */
function getSeparator(clock: Clock): string {
  if (clock.locale === 'en') return ', ';
  const parts = formatter(clock, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(0);
  const time = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod');
  return parts[time - 1]?.value ?? ', ';
}

/** A moment within a list: the time if it is today, otherwise a short form of the day. */
export function getShortTime(seconds: number, now: number, clock: Clock): string {
  const days = daysBetween(seconds, now, clock);
  if (days === 0) return toTime(seconds, clock);
  if (days > 0 && days < 7) return formatter(clock, { weekday: 'short' }).format(seconds * 1000);
  return formatter(clock, { day: 'numeric', month: 'short' }).format(seconds * 1000);
}
