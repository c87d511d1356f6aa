/** Asana: changes of tasks and projects. Events contain only IDs; the first request is a handshake. */
import { DirectResponse, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { link, md, type Markup, lines, plural, paragraphs } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';

const verbs: Readonly<Record<string, string>> = {
  added: 'was added',
  changed: 'was changed',
  deleted: 'was deleted',
  removed: 'was removed',
  undeleted: 'was restored',
};

function describe(event: Payload): Markup {
  const gid = event.text('resource.gid');
  const kind = (event.optionalText('resource.resource_type') ?? 'resource').replaceAll('_', ' ');
  const url = kind === 'task' ? `https://app.asana.com/0/0/${encodeURIComponent(gid)}` : undefined;
  const action = event.text('action');
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : action;
  const field = event.optionalText('change.field');
  const what = field === undefined ? undefined : md` (${field.replaceAll('_', ' ')})`;
  const name = event.optionalText('resource.name') ?? gid;
  return md`* ${kind} ${link(name, url)} ${verb}${what}`;
}

function receive({ payload, header }: Delivery): ReadResult {
  const secret = header('x-hook-secret');
  if (secret !== undefined) return new DirectResponse({}, { 'x-hook-secret': secret });
  const events = payload.list('events');
  // Heartbeats are sent every eight hours.
  if (events.length === 0 && payload.has('events')) return undefined;
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
