/** Gitea, Forgejo and Gogs. */
import {
  handlerFor,
  MissingHeader,
  nothing,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { code, link, type Markup, md } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import {
  branchName,
  isBranchWanted,
  numbered,
  numberedTopic,
  pushed,
  tagged,
  withText,
  type NumberedItem,
} from './git.ts';

interface GiteaEvent extends Delivery {
  name: string;
}

const sender = ({ payload }: GiteaEvent): string =>
  payload.firstText('sender.full_name', 'sender.login', 'sender.username') ?? payload.text('pusher.username');
const repo = ({ payload }: GiteaEvent): string => payload.text('repository.name');
const at = ({ name }: GiteaEvent, topic: string, content: Markup): ReadResult => ({
  event: name,
  topic,
  content,
});

function push(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const branch = branchName(payload.text('ref'));
  const who = payload.firstText('pusher.full_name', 'pusher.login', 'pusher.username') ?? sender(event);
  // Tags are covered by the event that creates or deletes them.
  if (payload.text('ref').startsWith('refs/tags/')) return nothing('covered');
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    url: commit.optionalText('url'),
    message: commit.optionalText('message') ?? '',
    author: commit.firstText('author.name', 'author.username'),
  }));
  const total = payload.optionalNumber('total_commits') ?? payload.count('commits');
  const compareUrl = payload.optionalText('compare_url');
  return at(event, `${repo(event)} / ${branch}`, pushed({ who, branch, compareUrl, commits, total }));
}

const refChanged =
  (verb: 'created' | 'deleted') =>
  (event: GiteaEvent): ReadResult => {
    const { payload } = event;
    const ref = branchName(payload.text('ref'));
    const home = payload.optionalText('repository.html_url');
    if (payload.text('ref_type') === 'tag')
      return at(event, `${repo(event)} / ${ref}`, tagged(sender(event), verb, ref));
    const url = verb === 'created' && home !== undefined ? `${home}/src/branch/${ref}` : undefined;
    const content = md`${sender(event)} ${verb} the branch ${link(code(ref), url)}.`;
    return at(event, `${repo(event)} / ${ref}`, content);
  };

function numberedIn(thing: Payload, kind: string): NumberedItem {
  const [number, title] = [thing.number('number'), thing.text('title')];
  return { kind, number, title, url: thing.firstText('html_url', 'url') };
}

const pastTense: Readonly<Record<string, string>> = {
  label_updated: 'changed the labels of',
  label_cleared: 'removed the labels of',
  milestoned: 'set the milestone of',
  demilestoned: 'removed the milestone of',
  synchronized: 'updated',
  review_requested: 'requested a review of',
  review_request_removed: 'removed the request to review',
};

/** Gogs has the name of the branch only. */
const getBranch = (pull: Payload, side: 'head' | 'base'): string =>
  pull.firstText(`${side}.ref`, `${side}.label`, `${side}_branch`) ?? side;

function issueOrPull(event: GiteaEvent, field: string, kind: string): ReadResult {
  const { payload } = event;
  const action = payload.text('action');
  const thing = payload.at(field);
  const about = numberedIn(thing, kind);
  const name = numbered(about, event);
  const topic = numberedTopic(repo(event), about);
  const who = sender(event);
  if (action === 'opened' && kind === 'PR') {
    const sentence = md`${who} opened ${name} from ${code(getBranch(thing, 'head'))} to ${code(getBranch(thing, 'base'))}`;
    return at(event, topic, withText(sentence, thing.optionalText('body')));
  }
  if (action === 'opened' || action === 'created')
    return at(event, topic, withText(md`${who} opened ${name}`, thing.optionalText('body')));
  if (action === 'closed' && thing.isTrue('merged')) return at(event, topic, md`${who} merged ${name}.`);
  if (action === 'assigned') {
    const people = [...thing.list('assignees').map((each) => each.text('login'))].join(', ');
    return at(
      event,
      topic,
      md`${who} assigned ${name} to ${people === '' ? (thing.optionalText('assignee.login') ?? 'someone') : people}.`,
    );
  }
  const verb = Object.hasOwn(pastTense, action) ? pastTense[action] : action.replaceAll('_', ' ');
  return at(event, topic, md`${who} ${verb} ${name}.`);
}

function comment(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const about = numberedIn(payload.at('issue'), payload.isTrue('is_pull') ? 'PR' : 'issue');
  const action = payload.text('action');
  const url = payload.optionalText('comment.html_url');
  const verb = action === 'created' ? link('commented', url) : md`${action} a ${link('comment', url)}`;
  const sentence = md`${sender(event)} ${verb} on ${numbered(about, event)}`;
  const text = action === 'deleted' ? undefined : payload.optionalText('comment.body');
  return at(event, numberedTopic(repo(event), about), withText(sentence, text));
}

const reviewed =
  (verb: string) =>
  (event: GiteaEvent): ReadResult => {
    const { payload } = event;
    // Comments on pull requests may have this event too.
    if (payload.has('comment')) return comment(event);
    const about = numberedIn(payload.at('pull_request'), 'PR');
    const sentence = md`${sender(event)} ${verb} ${numbered(about, event)}`;
    return at(
      event,
      numberedTopic(repo(event), about),
      withText(sentence, payload.optionalText('review.content')),
    );
  };

function release(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const tag = payload.text('release.tag_name');
  const name = payload.optionalText('release.name') ?? tag;
  const shown = link(name, payload.firstText('release.html_url', 'release.url'));
  const content = md`${sender(event)} ${payload.text('action')} the release ${shown} of ${code(tag)}.`;
  return at(event, `${repo(event)} / ${tag}`, content);
}

function fork(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const copy = link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));
  return at(event, payload.text('forkee.name'), md`${sender(event)} forked the repository to ${copy}.`);
}

function repository(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const name = link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));
  return at(event, repo(event), md`${sender(event)} ${payload.text('action')} the repository ${name}.`);
}

function wiki(event: GiteaEvent): ReadResult {
  const { payload } = event;
  const why = payload.optionalText('comment');
  const said = why === undefined ? undefined : md`: ${why}`;
  return at(
    event,
    repo(event),
    md`${sender(event)} ${payload.text('action')} the wiki page ${payload.text('page')}${said}.`,
  );
}

const handlers: Readonly<Record<string, (event: GiteaEvent) => ReadResult>> = {
  push,
  create: refChanged('created'),
  delete: refChanged('deleted'),
  issues: (event) => issueOrPull(event, 'issue', 'issue'),
  issue_comment: comment,
  pull_request: (event) => issueOrPull(event, 'pull_request', 'PR'),
  pull_request_approved: reviewed('approved'),
  pull_request_rejected: reviewed('requested changes in'),
  pull_request_comment: reviewed('reviewed'),
  release,
  fork,
  repository,
  wiki,
};

function giteaLike(name: string, displayName: string, headers: readonly string[]): Integration {
  return {
    name,
    displayName,
    signature: 'gitea',
    events: Object.keys(handlers).sort(),
    options: [{ key: 'branches', label: 'Only these branches, separated by commas', type: 'text' }],
    receive: (delivery) => {
      const event = headers.map((header) => delivery.header(header.toLowerCase())).find((value) => value);
      if (event === undefined) throw new MissingHeader(headers[0] ?? '');
      return handlerFor(handlers, event)({ ...delivery, name: event });
    },
  };
}

export const gitea = giteaLike('gitea', 'Gitea', ['X-Gitea-Event', 'X-Forgejo-Event', 'X-Gogs-Event']);
export const forgejo = giteaLike('forgejo', 'Forgejo', ['X-Forgejo-Event', 'X-Gitea-Event']);
export const gogs = giteaLike('gogs', 'Gogs', ['X-Gogs-Event']);
