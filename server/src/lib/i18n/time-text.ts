import { dateLocale, type Texts } from './i18n.ts';
import { knownTimeZone } from './time-zone.ts';

/** A time in milliseconds since 1970, in the language and time zone of its reader. */
export function timeText({ language }: Texts, sentAt: number, timeZone: string): string {
  const zone = knownTimeZone(timeZone);
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  const time = new Intl.DateTimeFormat(dateLocale(language), options).format(sentAt);
  return zone === timeZone ? time : `${time} UTC`;
}
