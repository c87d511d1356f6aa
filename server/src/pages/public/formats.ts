/** Topic names and times on public pages. */
import { isResolved, withoutResolvedMark } from '../../../../wire/topics.ts';
import { dateLocale, type Language, type Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';

/** The name without the resolved prefix; the empty topic gets a name. */
export function topicName(t: Texts, topic: string): { name: string; isResolved: boolean } {
  const name = withoutResolvedMark(topic);
  return { name: name === '' ? t('public.generalChat') : name, isResolved: isResolved(topic) };
}

const formats = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Format = keyof typeof formats;

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(language: Language, format: Format): Intl.DateTimeFormat {
  const key = `${language} ${format}`;
  const known =
    made.get(key) ?? new Intl.DateTimeFormat(dateLocale(language), { ...formats[format], timeZone: 'UTC' });
  made.set(key, known);
  return known;
}

/** In UTC, since cached pages are the same for everyone; the script converts to local time. */
export const formatMoment = (language: Language, format: Format, at: number): string =>
  formatter(language, format).format(at);

export const timeElement = (language: Language, format: Format, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString().slice(0, 16)}Z"
    >${formatMoment(language, format, at)}</time
  >`;
