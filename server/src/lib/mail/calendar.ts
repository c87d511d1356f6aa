/** Describes the appointments of a calendar part (RFC 5545), as mail programs do: what, when, where and by whom. */
import { isTimeZone, momentInZone } from '../i18n/time-zone.ts';

interface Field {
  parameters: ReadonlyMap<string, string>;
  value: string;
}

type Fields = ReadonlyMap<string, Field>;

const mostAppointments = 10;
const mostLines = 5000;

const kinds: Readonly<Record<string, string>> = {
  REQUEST: 'Invitation',
  CANCEL: 'Canceled',
  REPLY: 'Reply to an invitation',
  COUNTER: 'Proposal of another time',
};
const answers: Readonly<Record<string, string>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'accepted tentatively',
};

/** In Markdown; empty if there is no appointment. */
export function describeCalendar(text: string): string {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/, mostLines);
  const method =
    lines
      .find((line) => /^METHOD:/i.test(line))
      ?.slice(7)
      .trim()
      .toUpperCase() ?? '';
  const kind = Object.hasOwn(kinds, method) ? (kinds[method] ?? '') : 'Appointment';
  return appointments(lines)
    .map((fields) => describe(kind, fields))
    .join('\n\n');
}

/** The fields of each, without those of its alarms. */
function appointments(lines: readonly string[]): Fields[] {
  const found: Map<string, Field>[] = [];
  let open: string[] = [];
  for (const line of lines) {
    const [, edge, name = ''] = /^(BEGIN|END):\s*([\w-]+)/i.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (edge?.toUpperCase() === 'BEGIN') {
      open.push(kind);
      if (kind === 'VEVENT') found.push(new Map());
    } else if (edge !== undefined) open = open.slice(0, Math.max(0, open.lastIndexOf(kind)));
    else if (open.at(-1) === 'VEVENT') addField(found.at(-1), line);
    if (found.length > mostAppointments) break;
  }
  return found.slice(0, mostAppointments);
}

function addField(fields: Map<string, Field> | undefined, line: string): void {
  const [, name = '', given = '', value = ''] =
    /^([\w-]{1,40})((?:;[\w-]{1,40}=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line) ?? [];
  if (name === '' || fields?.has(name.toUpperCase()) !== false) return;
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, bare = ''] of given.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^":;]*))/g))
    parameters.set(key.toUpperCase(), quoted ?? bare);
  fields.set(name.toUpperCase(), { parameters, value: value.slice(0, 2000) });
}

function describe(kind: string, fields: Fields): string {
  const text = (name: string): string => unescapeText(fields.get(name)?.value ?? '');
  const facts: readonly (readonly [string, string])[] = [
    ['When', when(fields.get('DTSTART'), fields.get('DTEND'))],
    ['Repeats', text('RRULE')],
    ['Where', text('LOCATION')],
    ['By', person(fields.get('ORGANIZER'))],
    ['Answer', answer(fields.get('ATTENDEE'))],
    ['Link', text('URL')],
  ];
  const shown = facts.filter(([name, value]) => value !== '' && (name !== 'Answer' || kind === kinds.REPLY));
  const title = text('SUMMARY').replaceAll('*', '');
  return [
    `${kind}: **${title === '' ? '(no title)' : title}**`,
    ...shown.map(([name, value]) => `* **${name}**: ${value}`),
  ].join('\n');
}

const unescapeText = (text: string): string =>
  text
    .replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign))
    .replaceAll(/\s+/g, ' ')
    .trim();

const person = (field: Field | undefined): string =>
  field === undefined ? '' : unescapeText(field.parameters.get('CN') ?? field.value.replace(/^mailto:/i, ''));

function answer(field: Field | undefined): string {
  const given = field?.parameters.get('PARTSTAT')?.toUpperCase() ?? '';
  const word = Object.hasOwn(answers, given) ? answers[given] : undefined;
  return word === undefined ? '' : `${person(field)} ${word}`;
}

function when(start: Field | undefined, end: Field | undefined): string {
  const [from, to] = [formatMoment(start), formatMoment(end)];
  return to === '' || to === from ? from : `${from} – ${to}`;
}

/** In the reader's time zone if the zone is known; else as it is. */
function formatMoment(field: Field | undefined): string {
  const [, year, month, day, hour, minute, second, zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(field?.value.trim() ?? '') ?? [];
  if (year === undefined) return unescapeText(field?.value ?? '');
  const date = `${year}-${month ?? ''}-${day ?? ''}`;
  if (hour === undefined) return date;
  const local = `${date}T${hour}:${minute ?? ''}:${second ?? ''}`;
  const zone = zulu === 'Z' ? 'UTC' : (field?.parameters.get('TZID') ?? '');
  const moment = momentIn(local, zone);
  return moment === undefined
    ? `${date} ${hour}:${minute ?? ''}${zone === '' ? '' : ` (${zone})`}`
    : `<time:${moment}>`;
}

function momentIn(local: string, zone: string): string | undefined {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown) || (zone !== 'UTC' && !isTimeZone(zone))) return undefined;
  return new Date(momentInZone(shown, zone)).toISOString().replace('.000Z', 'Z');
}
