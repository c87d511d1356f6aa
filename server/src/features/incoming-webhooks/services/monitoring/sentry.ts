/** Sentry: issues, issue and metric alerts, and the legacy plugin. */
import {
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { code, codeBlock, facts, link, type Markup, md, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

/** The innermost frame of the application; frames are outermost first. */
function formatLastFrame(event: Payload): Markup | undefined {
  const [exception] = event.list('exception.values').slice(-1);
  const [frame] = exception?.list('stacktrace.frames').slice(-1) ?? [];
  const line = frame?.optionalText('context_line');
  if (!frame || line === undefined) return undefined;
  const before = frame.list('pre_context').map((each) => each.optionalText() ?? '');
  return codeBlock([...before, line].join('\n'), '');
}

const project = (thing: Payload): string | undefined =>
  thing.isText('project') ? thing.optionalText('project') : thing.firstText('project.name', 'project.slug');

/** An error event, sent by a rule or for each occurrence. */
function eventPost(payload: Payload, path: string, event: string): Post {
  const seen = payload.at(path);
  const topic = seen.firstText('title', 'message') ?? seen.text('title');
  const rule = payload.optionalText('data.triggered_rule');
  const content = paragraphs(
    md`**New ${seen.optionalText('level') ?? 'event'}**: ${link(topic, seen.firstText('web_url', 'url'))}`,
    facts(
      ['Where', seen.optionalText('culprit')],
      ['Rule', rule],
      ['Environment', seen.optionalText('environment')],
      ['Time', seen.optionalText('datetime')],
    ),
    formatLastFrame(seen),
  );
  return { event, topic, content };
}

const issueVerbs: Readonly<Record<string, string>> = {
  created: 'New issue',
  resolved: 'Resolved',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
  ignored: 'Ignored',
  archived: 'Archived',
  unresolved: 'Unresolved again',
};

function issuePost(payload: Payload): Post {
  const issue = payload.at('data.issue');
  const action = payload.text('action');
  const verb = Object.hasOwn(issueVerbs, action) ? issueVerbs[action] : undefined;
  if (verb === undefined) throw new UnsupportedEvent(`issue.${action}`);
  const topic = issue.text('title');
  const content = paragraphs(
    md`**${verb}**: ${link(topic, issue.firstText('web_url', 'permalink'))}`,
    facts(
      ['Project', project(issue)],
      ['Level', issue.optionalText('level')],
      ['Where', issue.optionalText('culprit')],
      ['Assignee', issue.firstText('assignedTo.name', 'assignedTo.email')],
      ['By', action === 'created' ? undefined : payload.optionalText('actor.name')],
    ),
  );
  return { event: 'issue', topic, content };
}

function metricPost(payload: Payload): Post {
  const topic = payload.text('data.description_title');
  const content = paragraphs(
    md`**${payload.text('action').toUpperCase()}** ${link(topic, payload.optionalText('data.web_url'))}`,
    md`${payload.optionalText('data.description_text')}`,
  );
  return { event: 'metric_alert', topic, content };
}

function pluginPost(payload: Payload): Post {
  const topic = payload.text('project_name');
  const title = payload.firstText('message', 'event.title') ?? 'New event';
  const where = payload.optionalText('culprit');
  const content = paragraphs(
    md`**New ${payload.optionalText('level') ?? 'event'}**: ${link(title, payload.optionalText('url'))}`,
    where === undefined ? undefined : md`In ${code(where)}.`,
  );
  return { event: 'event', topic, content };
}

function receive({ payload, header }: Delivery): ReadResult {
  if (!payload.has('data')) return pluginPost(payload);
  if (payload.has('data.issue')) return issuePost(payload);
  if (payload.has('data.event')) return eventPost(payload, 'data.event', 'event_alert');
  if (payload.has('data.error')) return eventPost(payload, 'data.error', 'error');
  if (payload.has('data.metric_alert')) return metricPost(payload);
  const resource = header('sentry-hook-resource') ?? payload.optionalText('action') ?? 'unknown';
  // Sent when the integration was added or removed.
  if (resource === 'installation') return nothing('probe');
  throw new UnsupportedEvent(resource);
}

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  events: ['issue', 'event_alert', 'error', 'metric_alert', 'event'],
  signature: 'sentry',
  receive,
};
