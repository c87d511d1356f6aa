/** Asana: changes of tasks and projects. Events contain only IDs; the first request is a handshake. */
import {
  DirectResponse,
  nothing,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { link, md, type Markup, lines, plural, paragraphs, time } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';

const verbs: Readonly<Record<string, string>> = {
  added: 'was added',
  changed: 'was changed',
  deleted: 'was deleted',
  removed: 'was removed',
  undeleted: 'was restored',
};

/** A value is a text, a number or an object, which has at most a name. */
function newValue(event: Payload): Markup | undefined {
  const path = 'change.new_value';
  const isPlain = event.isText(path) || event.isNumber(path);
  const value = isPlain ? event.optionalText(path) : event.firstText(`${path}.name`, `${path}.text_value`);
  return value === undefined ? undefined : md`: **${value}**`;
}

function describe(event: Payload): Markup {
  const gid = event.text('resource.gid');
  const kind = (event.optionalText('resource.resource_type') ?? 'resource').replaceAll('_', ' ');
  const url = kind === 'task' ? `https://app.asana.com/0/0/${encodeURIComponent(gid)}` : undefined;
  const action = event.text('action');
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : action;
  const field = event.optionalText('change.field');
  const what = field === undefined ? undefined : md` (${field.replaceAll('_', ' ')})`;
  const name = event.optionalText('resource.name') ?? gid;
  const who = event.optionalText('user.name');
  const by = who === undefined ? undefined : md` by ${who}`;
  const at = event.optionalText('created_at');
  const when = at === undefined ? undefined : md` (${time(at)})`;
  return md`* ${kind} ${link(name, url)} ${verb}${what}${newValue(event)}${by}${when}`;
}

function receive({ payload, header }: Delivery): ReadResult {
  const secret = header('x-hook-secret');
  if (secret !== undefined) return new DirectResponse({}, { 'x-hook-secret': secret });
  const events = payload.list('events');
  // Heartbeats are sent every eight hours.
  if (events.length === 0 && payload.has('events')) return nothing('probe');
  if (events.length === 0) throw new AnomalousPayload('events is missing');
  const shown = events.slice(0, 20);
  const more = payload.count('events') - shown.length;
  const content = paragraphs(
    md`${plural(payload.count('events'), 'change')} in Asana:`,
    lines(...shown.map(describe), more > 0 && md`* [and ${String(more)} more]`),
  );
  return { event: 'events', topic: 'Asana', content };
}

export const asana: Integration = { name: 'asana', displayName: 'Asana', takesNothing: true, receive };
