/** Jira: issues and comments. */
import {
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { enumeration, facts, lines, link, type Markup, md, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import { withText } from '../forges/git.ts';
import { jiraText } from './jira-markdown.ts';

/** Derives the address of an issue from that of the API. */
function issueLink(issue: Payload): Markup {
  const key = issue.text('key');
  const self = issue.optionalText('self');
  const base = self === undefined ? null : URL.parse(self);
  const root = base === null ? '' : base.href.replace(/\/rest\/api\/.*$/, '');
  const title = md`${key}: ${issue.optionalText('fields.summary')}`;
  return link(title, base === null ? undefined : `${root}/browse/${encodeURIComponent(key)}`);
}

const person = (payload: Payload, path: string): string | undefined =>
  payload.firstText(`${path}.displayName`, `${path}.name`);

function changes(payload: Payload): Markup | undefined {
  const items = payload.list('changelog.items');
  if (items.length === 0) return undefined;
  return facts(
    ...items.slice(0, 20).map((item) => {
      const before = item.firstText('fromString', 'from') ?? 'none';
      const after = item.firstText('toString', 'to') ?? 'none';
      return [item.text('field'), `${before} → ${after}`] as const;
    }),
  );
}

function changed(payload: Payload, who: string, issue: Markup): Markup {
  // A change may have a comment, and a comment comes with changes.
  if (payload.has('comment'))
    return withText(md`${who} commented on ${issue}`, jiraText(payload, 'comment.body'));
  return paragraphs(md`${who} updated ${issue}`, changes(payload));
}

/** Files stay at Jira, where those who may sign in see them. */
const files = (attachments: readonly Payload[]): Markup =>
  lines(
    ...attachments
      .slice(0, 20)
      .map((file) => md`* ${link(file.text('filename'), file.optionalText('content'))}`),
  );

function created(payload: Payload, who: string, issue: Markup): Markup {
  const details = facts(
    ['Priority', payload.optionalText('issue.fields.priority.name')],
    ['Assignee', person(payload, 'issue.fields.assignee')],
    ['Due', payload.optionalText('issue.fields.duedate')],
    ['Labels', enumeration(payload.list('issue.fields.labels').map((label) => label.text()))],
  );
  const text = jiraText(payload, 'issue.fields.description');
  const sentence = md`${who} created ${issue}`;
  return paragraphs(
    text === undefined ? sentence : withText(sentence, text),
    details,
    files(payload.list('issue.fields.attachment')),
  );
}

function content(event: string, payload: Payload): Markup {
  const issue = issueLink(payload.at('issue'));
  const who =
    person(payload, 'user') ??
    person(payload, 'comment.updateAuthor') ??
    person(payload, 'comment.author') ??
    'Someone';
  const comment = jiraText(payload, 'comment.body');
  switch (event) {
    case 'jira:issue_created':
      return created(payload, who, issue);
    case 'jira:issue_updated':
      return changed(payload, who, issue);
    case 'jira:issue_deleted':
      return md`${who} deleted ${issue}.`;
    case 'comment_created':
      return withText(md`${who} commented on ${issue}`, comment);
    case 'comment_updated':
      return withText(md`${who} edited a comment on ${issue}`, comment);
    case 'comment_deleted':
      return md`${who} deleted a comment on ${issue}.`;
    default:
      throw new UnsupportedEvent(event);
  }
}

function receive({ payload }: Delivery): ReadResult {
  // A workflow transition contains only its name.
  const event = payload.optionalText('webhookEvent') ?? 'unknown';
  if (event === 'unknown' && payload.has('transition')) return transitionPost(payload);
  if (!events.includes(event)) throw new UnsupportedEvent(event);
  const text = content(event, payload);
  return {
    event,
    topic: `${payload.text('issue.key')}: ${payload.text('issue.fields.summary')}`,
    content: text,
  };
}

function transitionPost(payload: Payload): Post {
  const issue = issueLink(payload.at('issue'));
  const [from, to] = [payload.text('transition.from_status'), payload.text('transition.to_status')];
  const text = md`${person(payload, 'user') ?? 'Someone'} moved ${issue} from **${from}** to **${to}**.`;
  const topic = `${payload.text('issue.key')}: ${payload.text('issue.fields.summary')}`;
  return { event: 'transition', topic, content: text };
}

const events: readonly string[] = [
  'jira:issue_created',
  'jira:issue_updated',
  'jira:issue_deleted',
  'comment_created',
  'comment_updated',
  'comment_deleted',
  'transition',
];

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  events,
  isEncodedTwice: true,
  receive,
};
