import { dateLocale, type Texts } from './i18n.ts';
import { knownTimeZone } from './time-zone.ts';

/** By language and time zone: making one takes as long as two hundred texts, and most people of a server share a few. */
const formats = new Map<string, (sentAt: number) => string>();
const mostKept = 100;

/** A time in milliseconds since 1970, in the language and time zone of its reader. */
export function timeText({ language }: Texts, sentAt: number, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  const format = formats.get(key) ?? makeFormat(language, timeZone);
  if (formats.size >= mostKept) formats.clear();
  formats.set(key, format);
  return format(sentAt);
}

function makeFormat(language: Texts['language'], timeZone: string): (sentAt: number) => string {
  const zone = knownTimeZone(timeZone);
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  const format = new Intl.DateTimeFormat(dateLocale(language), options);
  return zone === timeZone ? (at) => format.format(at) : (at) => `${format.format(at)} UTC`;
}
