/** Parses times as people write them: `2024-03-07T15:00-08:00`, `7 March 2024 3pm CET`, `1709852400`. */

const unixSeconds = /^\d{9,11}$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:T(?=\d)|(?=[\s,]|$))/i;
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})(?=[\s,]|$)/i;
const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=[\s,]|$)/i;
const clock =
  /^(?:,?\s+(?:at\s+)?)?(\d{1,2})(?:(?::(\d{2})(?::(\d{2})(\.\d{1,6})?)?)?\s*([ap])\.?m\.?(?![a-z])|:(\d{2})(?::(\d{2})(\.\d{1,6})?)?)/i;
const offset = /^\s*(?:(?:utc|gmt)?([+-])(\d{2}):?(\d{2})?|([a-z]{1,5}))$/i;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Hours ahead of UTC. */
const zones = new Map<string, number>(
  Object.entries({
    z: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    ist: 5.5,
    jst: 9,
    kst: 9,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  }),
);

/** A parsed value, and the remaining text. */
interface ReadText<Value> {
  value: Value;
  rest: string;
}

interface Day {
  year: number;
  /** Zero-based. */
  month: number;
  day: number;
}

function monthNamed(name: string): number {
  return months.findIndex((month) => month.startsWith(name.toLowerCase()));
}

function readDay(text: string): ReadText<Day> | undefined {
  const iso = isoDay.exec(text);
  if (iso) {
    const value = { year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) };
    return { value, rest: text.slice(iso[0].length) };
  }
  const named = text.replace(weekday, '');
  const match = dayFirst.exec(named) ?? monthFirst.exec(named);
  if (!match) return undefined;
  const [whole, first = '', second = '', year] = match;
  const isDayFirst = /^\d/.test(first);
  const month = monthNamed(isDayFirst ? second : first);
  return {
    value: { year: Number(year), month, day: Number(isDayFirst ? first : second) },
    rest: named.slice(whole.length),
  };
}

/** Milliseconds since midnight; NaN for an invalid hour. */
function readClock(text: string): ReadText<number> {
  const match = clock.exec(text);
  if (!match) return { value: 0, rest: text };
  const [whole, hours, , , , half] = match;
  const [minutes, seconds, fraction] = half === undefined ? match.slice(6) : match.slice(2);
  const isValid = half === undefined ? Number(hours) < 24 : Number(hours) >= 1 && Number(hours) <= 12;
  const ofDay =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  const value = (ofDay * 60 + m) * 60_000 + s * 1000 + Math.floor(Number(fraction ?? 0) * 1000);
  return { value: isValid && m < 60 && s < 60 ? value : NaN, rest: text.slice(whole.length) };
}

/** Milliseconds ahead of UTC, which is the default. */
function readOffset(text: string): number {
  if (text === '') return 0;
  const match = offset.exec(text);
  if (!match) return NaN;
  const [, sign, hours, minutes = '0', zone] = match;
  if (zone !== undefined) return (zones.get(zone.toLowerCase()) ?? NaN) * 3_600_000;
  if (Number(hours) >= 24 || Number(minutes) >= 60) return NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** JavaScript accepts 30 February as 1 March. */
function isRealDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month, day);
  return year > 0 && date.getUTCMonth() === month && date.getUTCDate() === day;
}

/** Undefined unless it is a time in the years 1 to 9999. */
export function parseMoment(typed: string): Date | undefined {
  const text = typed.trim();
  if (unixSeconds.test(text)) return new Date(Number(text) * 1000);
  const day = readDay(text);
  if (!day || !isRealDay(day.value)) return undefined;
  const time = readClock(day.rest);
  const moment = new Date(0);
  moment.setUTCFullYear(day.value.year, day.value.month, day.value.day);
  moment.setTime(moment.getTime() + time.value - readOffset(time.rest));
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : undefined;
}
