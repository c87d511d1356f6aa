/** PagerDuty: incidents, by webhooks of versions 3 and 2. */
import {
  handlerFor,
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { enumeration, link, type Markup, md, paragraphs, quote } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

const reference = (thing: Payload): Markup =>
  link(thing.firstText('summary', 'name') ?? 'unknown', thing.optionalText('html_url'));

/** By type of event. */
const verbs: Readonly<Record<string, string>> = {
  'incident.triggered': 'was triggered',
  'incident.acknowledged': 'was acknowledged',
  'incident.unacknowledged': 'is no longer acknowledged',
  'incident.resolved': 'was resolved',
  'incident.reopened': 'was reopened',
  'incident.escalated': 'was escalated',
  'incident.delegated': 'was delegated',
  'incident.reassigned': 'was reassigned',
  'incident.priority_updated': 'has another priority',
  'incident.responder.added': 'has another responder',
  'incident.responder.replied': 'has a reply of a responder',
  'incident.service_updated': 'moved to another service',
};

const assigned = (people: readonly Payload[]): Markup | undefined =>
  people.length === 0 ? undefined : md` Assigned to ${enumeration(people.map(reference))}.`;

function currentPost(event: Payload): Post {
  const type = event.text('event_type');
  const data = event.at('data');
  if (type === 'incident.annotated' || type === 'incident.status_update_published')
    return notePost(type, event);
  const verb = handlerFor(verbs, type);
  const number = data.text('number');
  const title = data.text('title');
  const agent = event.has('agent') ? md` by ${reference(event.at('agent'))}` : undefined;
  const priority = data.optionalText('priority.summary');
  const rated = priority === undefined ? undefined : md` Priority: ${priority}.`;
  const service = data.has('service') ? md` of ${reference(data.at('service'))}` : undefined;
  const incident = link(`Incident ${number}`, data.optionalText('html_url'));
  const content = paragraphs(
    md`${incident}${service} ${verb}${agent}.${assigned(data.list('assignees'))}${rated}`,
    type === 'incident.triggered' && quote(title),
  );
  return { event: type, topic: `Incident ${number}: ${title}`, content };
}

function notePost(type: string, event: Payload): Post {
  const incident = event.at('data.incident');
  const agent = event.has('agent')
    ? reference(event.at('agent'))
    : md`
Someone
      `;
  const what = type === 'incident.annotated' ? 'a note to' : 'a status update of';
  const text = event.firstText('data.content', 'data.message') ?? '';
  const content = paragraphs(md`${agent} added ${what} ${reference(incident)}:`, quote(text));
  return { event: type, topic: incident.text('summary'), content };
}

/** Version 2 has the action instead of the new state. */
const formerVerbs: Readonly<Record<string, string>> = {
  'incident.trigger': 'was triggered',
  'incident.acknowledge': 'was acknowledged',
  'incident.unacknowledge': 'is no longer acknowledged',
  'incident.resolve': 'was resolved',
  'incident.assign': 'was assigned',
  'incident.escalate': 'was escalated',
  'incident.delegate': 'was delegated',
};

function formerPost(message: Payload): Post {
  const type = message.firstText('event', 'type') ?? message.text('event');
  const verb = handlerFor(formerVerbs, type);
  const incident = message.has('incident') ? message.at('incident') : message.at('data.incident');
  const number = incident.text('incident_number');
  const name = link(`Incident ${number}`, incident.optionalText('html_url'));
  const service = incident.has('service') ? md` of ${reference(incident.at('service'))}` : undefined;
  const people = incident.list('assignments').map((each) => each.at('assignee'));
  const title = incident.firstText('title', 'trigger_summary_data.subject');
  const content = paragraphs(
    md`${name}${service} ${verb}.${assigned(people)}`,
    title !== undefined && type === 'incident.trigger' && quote(title),
  );
  return { event: type, topic: `Incident ${number}`, content };
}

function receive({ payload }: Delivery): ReadResult {
  if (payload.has('messages')) return payload.list('messages').map(formerPost);
  const event = payload.at('event');
  if (event.text('event_type') === 'pagey.ping') return nothing('probe');
  if (!event.has('data')) throw new UnsupportedEvent(event.text('event_type'));
  return currentPost(event);
}

export const pagerduty: Integration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  events: [
    ...Object.keys(verbs),
    'incident.annotated',
    'incident.status_update_published',
    ...Object.keys(formerVerbs),
  ],
  receive,
};
