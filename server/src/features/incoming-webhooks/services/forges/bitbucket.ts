/** Bitbucket Server and Data Center. */
import {
  handlerFor,
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { code, enumeration, type Markup, md } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import { isBranchWanted, numbered, numberedTopic, withText, type NumberedItem } from './git.ts';

interface BitbucketEvent extends Delivery {
  name: string;
}

const actor = ({ payload }: BitbucketEvent): string =>
  payload.firstText('actor.displayName', 'actor.name') ?? 'Someone';
const at = ({ name }: BitbucketEvent, topic: string, content: Markup): Post => ({
  event: name,
  topic,
  content,
});
const repo = ({ payload }: BitbucketEvent): string => payload.text('repository.name');

const changes: Readonly<Record<string, string>> = { ADD: 'created', UPDATE: 'pushed to', DELETE: 'deleted' };

function refsChanged(event: BitbucketEvent): ReadResult {
  const posts = changePosts(event);
  return posts.length === 0 && event.payload.count('changes') > 0 ? nothing('branches') : posts;
}

const changePosts = (event: BitbucketEvent): Post[] =>
  event.payload.list('changes').flatMap((change) => {
    const name = change.text('ref.displayId');
    const verb = handlerFor(changes, change.text('type'));
    const commit = change.optionalText('toHash')?.slice(0, 11);
    if (change.text('ref.type') === 'TAG')
      return [at(event, repo(event), md`${actor(event)} ${verb} the tag ${code(name)}.`)];
    if (!isBranchWanted(event, name)) return [];
    const head =
      commit === undefined || verb === 'deleted' ? undefined : md`; the head is now ${code(commit)}`;
    return [
      at(event, `${repo(event)} / ${name}`, md`${actor(event)} ${verb} the branch ${code(name)}${head}.`),
    ];
  });

function pullIn(event: BitbucketEvent): { about: NumberedItem; name: Markup; pull: Payload; topic: string } {
  const pull = event.payload.at('pullRequest');
  const [self] = pull.list('links.self');
  const url = self?.optionalText('href');
  const about = { kind: 'PR', number: pull.text('id'), title: pull.text('title'), url };
  const topic = numberedTopic(pull.text('toRef.repository.name'), about);
  return { about, name: numbered(about, event), pull, topic };
}

const pullVerbs: Readonly<Record<string, string>> = {
  'pr:merged': 'merged',
  'pr:declined': 'declined',
  'pr:deleted': 'deleted',
  'pr:modified': 'modified',
  'pr:from_ref_updated': 'pushed commits to',
  'pr:reviewer:approved': 'approved',
  'pr:reviewer:unapproved': 'withdrew the approval of',
  'pr:reviewer:needs_work': 'asked for changes in',
};

function pullChanged(event: BitbucketEvent): ReadResult {
  const { name, topic } = pullIn(event);
  return at(event, topic, md`${actor(event)} ${pullVerbs[event.name]} ${name}.`);
}

function pullOpened(event: BitbucketEvent): ReadResult {
  const { name, pull, topic } = pullIn(event);
  const [from, to] = [pull.text('fromRef.displayId'), pull.text('toRef.displayId')];
  const sentence = md`${actor(event)} opened ${name} from ${code(from)} to ${code(to)}`;
  return at(event, topic, withText(sentence, pull.optionalText('description')));
}

function reviewersChanged(event: BitbucketEvent): ReadResult {
  const { name, topic } = pullIn(event);
  const added = event.payload
    .list('addedReviewers')
    .map((each) => each.firstText('displayName', 'name') ?? each.text('name'));
  const whom = added.length === 0 ? undefined : md`: added ${enumeration(added)}`;
  return at(event, topic, md`${actor(event)} changed the reviewers of ${name}${whom}.`);
}

const commented =
  (verb: string) =>
  (event: BitbucketEvent): ReadResult => {
    const { name, topic } = pullIn(event);
    const text = verb === 'deleted a comment' ? undefined : event.payload.optionalText('comment.text');
    return at(event, topic, withText(md`${actor(event)} ${verb} on ${name}`, text));
  };

function commitCommented(event: BitbucketEvent): ReadResult {
  const { payload } = event;
  const commit = code(payload.text('commit').slice(0, 11));
  const sentence = md`${actor(event)} commented on ${commit}`;
  return at(event, repo(event), withText(sentence, payload.optionalText('comment.text')));
}

function forked(event: BitbucketEvent): ReadResult {
  const { payload } = event;
  const origin = payload.text('repository.origin.name');
  return at(event, origin, md`${actor(event)} forked the repository to ${payload.text('repository.name')}.`);
}

function ping(event: BitbucketEvent): ReadResult {
  return at(
    event,
    'Bitbucket',
    md`
The Bitbucket webhook is set up.
    `,
  );
}

const handlers: Readonly<Record<string, (event: BitbucketEvent) => ReadResult>> = {
  'diagnostics:ping': ping,
  'repo:refs_changed': refsChanged,
  'repo:comment:added': commitCommented,
  'repo:comment:edited': commitCommented,
  'repo:forked': forked,
  'pr:opened': pullOpened,
  'pr:reviewer:updated': reviewersChanged,
  'pr:comment:added': commented('commented'),
  'pr:comment:edited': commented('edited a comment'),
  'pr:comment:deleted': commented('deleted a comment'),
  ...Object.fromEntries(Object.keys(pullVerbs).map((name) => [name, pullChanged])),
};

function receive(delivery: Delivery): ReadResult {
  const { payload, header } = delivery;
  // The test delivery has its event in the header, or only a marker.
  if (payload.isTrue('test')) return ping({ ...delivery, name: 'diagnostics:ping' });
  const name = payload.optionalText('eventKey') ?? header('x-event-key');
  if (name === undefined) throw new UnsupportedEvent('unknown');
  return handlerFor(handlers, name)({ ...delivery, name });
}

export const bitbucket: Integration = {
  name: 'bitbucket3',
  displayName: 'Bitbucket Server',
  events: Object.keys(handlers),
  options: [{ key: 'branches', label: 'Only these branches, separated by commas', type: 'text' }],
  isEncodedTwice: true,
  receive,
};
