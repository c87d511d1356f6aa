/** Points in time that readers see in their own time zone: `<time:2026-12-01T09:00:00+01:00>`. */
import { fold } from '../text/fold.ts';
import { getDayAndTime, type Clock } from '../text/times.ts';

type TimeSuggestion = { key: string; text: string; label: string };

const shape =
  /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\p{L}[\p{L}\p{M}]*)\.?)?[\sT,]*(?:(\d{1,2})(?::(\d{2}))?\s*([ap])?m?)?$/iu;
const days = 8;
const morning = 9;

/**
 * Today and the next days, at nine or at the time in the text, such as `15:30`, `tomorrow 3pm` or `2026-12-24 18:00`.
 * @param now milliseconds since 1970
 */
export function timeSuggestions(query: string, now: number, clock: Clock): TimeSuggestion[] {
  const found = shape.exec(query.trim());
  if (found === null) return [];
  const [, year, month, day, word = '', hour, minute = '0', half] = found;
  const time = hour === undefined ? undefined : getTime(Number(hour), Number(minute), half);
  if (hour !== undefined && time === undefined) return [];
  const candidates =
    year === undefined
      ? nextDays(now, time).filter((date) => isCalled(date, word, now, clock) && date.getTime() > now)
      : [new Date(Number(year), Number(month) - 1, Number(day), ...(time ?? [morning, 0]))];
  return candidates.map((date) => ({
    key: String(date.getTime()),
    text: `<time:${withOffset(date)}> `,
    label: getDayAndTime(date.getTime() / 1000, now / 1000, clock),
  }));
}

type Time = [hour: number, minute: number];

function getTime(hour: number, minute: number, half: string | undefined): Time | undefined {
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return hours < 24 && minute < 60 ? [hours, minute] : undefined;
}

/** Without a time, that of today is the next full hour. */
function nextDays(now: number, time: Time | undefined): Date[] {
  const from = new Date(now);
  return Array.from({ length: days }, (_, ahead) => {
    const [hour, minute] = time ?? [ahead === 0 ? from.getHours() + 1 : morning, 0];
    return new Date(from.getFullYear(), from.getMonth(), from.getDate() + ahead, hour, minute);
  });
}

/** By the word for it, as “tomorrow”, or its weekday. */
function isCalled(date: Date, word: string, now: number, clock: Clock): boolean {
  const weekday = new Intl.DateTimeFormat(clock.locale, { weekday: 'long' }).format(date);
  const names = [weekday, getDayAndTime(date.getTime() / 1000, now / 1000, clock)];
  return names.some((name) => fold(name).startsWith(fold(word)));
}

/** In the local time of the writer, as other clients write it. */
function withOffset(date: Date): string {
  const ahead = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${ahead < 0 ? '-' : '+'}${hours}:${minutes}`;
}
