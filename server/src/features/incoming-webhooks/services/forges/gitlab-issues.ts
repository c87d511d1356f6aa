/** Issues, merge requests and their comments. */
import { UnsupportedEvent, type ReadResult } from '../../integration.ts';
import { code, enumeration, link, type Markup, md } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import { numbered, numberedTopic, type NumberedItem, withText } from './git.ts';
import { at, type GitlabEvent, repo, user } from './gitlab-event.ts';

function numberedIn(thing: Payload, kind: string): NumberedItem {
  const number = thing.firstText('iid', 'id') ?? thing.text('iid');
  return { kind, number, title: thing.text('title'), url: thing.firstText('url', 'web_url') };
}

/** GitLab sends changed attributes instead of an action. */
const verbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
  approval: 'approved',
  unapproval: 'withdrew the approval of',
  update: 'updated',
};

const assignees = ({ payload }: GitlabEvent): Markup | undefined => {
  const names = payload.list('assignees').map((each) => each.text('name'));
  return names.length === 0 ? undefined : md` (assigned to ${enumeration(names)})`;
};

export function issue(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const attributes = payload.at('object_attributes');
  const action = attributes.optionalText('action') ?? 'update';
  const about = numberedIn(attributes, 'issue');
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : action;
  const sentence = md`${user(event)} ${verb} ${numbered(about, event)}${action === 'open' ? assignees(event) : undefined}`;
  const text = action === 'open' ? attributes.optionalText('description') : undefined;
  return at(event, numberedTopic(repo(event), about), withText(sentence, text));
}

const branches = (attributes: Payload): Markup =>
  md` from ${code(attributes.text('source_branch'))} to ${code(attributes.text('target_branch'))}`;

export function mergeRequest(event: GitlabEvent): ReadResult {
  const { payload, params } = event;
  const attributes = payload.at('object_attributes');
  const action = attributes.optionalText('action') ?? 'update';
  const about = numberedIn(attributes, 'MR');
  const who = user(event);
  const name = numbered(about, event);
  const isTitled = params.use_merge_request_title !== false && params.use_merge_request_title !== 0;
  const topic = isTitled ? numberedTopic(repo(event), about) : `${repo(event)} / MR #${about.number}`;
  if (action === 'open') {
    const sentence = md`${who} opened ${name}${branches(attributes)}${assignees(event)}`;
    return at(event, topic, withText(sentence, attributes.optionalText('description')));
  }
  const commit = attributes.optionalText('last_commit.id');
  if (action === 'update' && attributes.has('oldrev') && commit !== undefined) {
    const linked = link(code(commit.slice(0, 11)), attributes.optionalText('last_commit.url'));
    return at(event, topic, md`${who} added commits to ${name}: ${linked} is the latest.`);
  }
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : action;
  return at(event, topic, md`${who} ${verb} ${name}.`);
}

/** The target of a comment, by its type. */
function commentedOn(event: GitlabEvent, kind: string): { what: Markup; topic: string } {
  const { payload } = event;
  if (kind === 'Commit') {
    const id = payload.text('commit.id');
    return { what: link(code(id.slice(0, 11)), payload.optionalText('commit.url')), topic: repo(event) };
  }
  const fields: Readonly<Record<string, readonly [field: string, kind: string]>> = {
    Issue: ['issue', 'issue'],
    MergeRequest: ['merge_request', 'MR'],
    Snippet: ['snippet', 'snippet'],
  };
  const found = Object.hasOwn(fields, kind) ? fields[kind] : undefined;
  if (!found) throw new UnsupportedEvent(`Note Hook ${kind}`);
  const about = numberedIn(payload.at(found[0]), found[1]);
  return { what: numbered(about, event), topic: numberedTopic(repo(event), about) };
}

export function note(event: GitlabEvent): ReadResult {
  const attributes = event.payload.at('object_attributes');
  const { what, topic } = commentedOn(event, attributes.text('noteable_type'));
  const commented = link('commented', attributes.optionalText('url'));
  return at(
    event,
    topic,
    withText(md`${user(event)} ${commented} on ${what}`, attributes.optionalText('note')),
  );
}
