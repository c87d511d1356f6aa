/** Pull requests and their reviews. */
import { nothing, UnsupportedEvent, type ReadResult } from '../../integration.ts';
import { code, link, type Markup, md } from '../../markup.ts';
import { numbered, numberedTopic, type NumberedItem, withText } from './git.ts';
import { at, type GithubEvent, type Handlers, repo, sender } from './github-event.ts';

const pullRequestItem = ({ payload }: GithubEvent): NumberedItem => ({
  kind: 'PR',
  number: payload.number('pull_request.number'),
  title: payload.text('pull_request.title'),
  url: payload.optionalText('pull_request.html_url'),
});

const post = (event: GithubEvent, content: Markup): ReadResult =>
  at(event, numberedTopic(repo(event), pullRequestItem(event)), content);

/** Actions that are described by their name. */
const plain: Readonly<Record<string, string>> = {
  reopened: 'reopened',
  ready_for_review: 'marked as ready for review',
  converted_to_draft: 'converted to a draft',
  auto_merge_enabled: 'enabled automatic merging of',
  auto_merge_disabled: 'disabled automatic merging of',
  enqueued: 'added to the merge queue',
  dequeued: 'removed from the merge queue',
  locked: 'locked',
  unlocked: 'unlocked',
};

/** Implied by other events. */
const quiet: ReadonlySet<string> = new Set(['milestoned', 'demilestoned']);

function change(event: GithubEvent, action: string, pull: Markup): Markup | undefined {
  const { payload } = event;
  const who = sender(event);
  switch (action) {
    case 'opened': {
      const draft = payload.isTrue('pull_request.draft')
        ? md`
as a draft
          `
        : undefined;
      const [head, base] = [payload.text('pull_request.head.ref'), payload.text('pull_request.base.ref')];
      const sentence = md`${who} opened ${pull}${draft} from ${code(head)} to ${code(base)}`;
      return withText(sentence, payload.optionalText('pull_request.body'));
    }
    case 'edited':
      return withText(md`${who} edited ${pull}`, payload.optionalText('pull_request.body'));
    case 'closed':
      return payload.isTrue('pull_request.merged')
        ? md`${who} merged ${pull}.`
        : md`${who} closed ${pull} without merging.`;
    case 'synchronize':
      return md`${who} updated ${pull} to ${code(payload.text('pull_request.head.sha').slice(0, 11))}.`;
    case 'assigned':
      return md`${who} assigned ${pull} to ${payload.optionalText('assignee.login')}.`;
    case 'unassigned':
      return md`${who} unassigned ${payload.optionalText('assignee.login')} from ${pull}.`;
    case 'review_requested':
    case 'review_request_removed': {
      const reviewer = payload.firstText('requested_reviewer.login', 'requested_team.name');
      const verb = action === 'review_requested' ? 'requested a review of' : 'removed the request to review';
      return md`${who} ${verb} ${pull} by ${reviewer ?? 'someone'}.`;
    }
    case 'labeled':
      return md`${who} added the label ${payload.optionalText('label.name')} to ${pull}.`;
    case 'unlabeled':
      return md`${who} removed the label ${payload.optionalText('label.name')} from ${pull}.`;
    default:
      return Object.hasOwn(plain, action) ? md`${who} ${plain[action]} ${pull}.` : undefined;
  }
}

function pullRequest(event: GithubEvent): ReadResult {
  const action = event.payload.text('action');
  if (quiet.has(action)) return nothing('covered');
  const content = change(event, action, numbered(pullRequestItem(event), event));
  if (!content) throw new UnsupportedEvent(`pull_request:${action}`);
  return post(event, content);
}

const verdicts: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes in',
  commented: 'reviewed',
};

function review(event: GithubEvent): ReadResult {
  const { payload } = event;
  const state = payload.text('review.state').toLowerCase();
  const action = payload.text('action');
  const verb = action === 'submitted' ? verdicts[state] : `${action} a review of`;
  // A comment on a line comes as an event of its own, beside a review without a text.
  if (action === 'submitted' && state === 'commented' && payload.optionalText('review.body') === undefined)
    return nothing('covered');
  const sentence = md`${sender(event)} ${link(verb ?? 'reviewed', payload.optionalText('review.html_url'))} ${numbered(pullRequestItem(event), event)}`;
  return post(event, withText(sentence, payload.optionalText('review.body')));
}

function reviewComment(event: GithubEvent): ReadResult {
  const { payload } = event;
  const action = payload.text('action');
  const path = payload.optionalText('comment.path');
  const place = path === undefined ? undefined : md` in ${code(path)}`;
  const comment = link('a review comment', payload.optionalText('comment.html_url'));
  const verb = action === 'created' ? 'wrote' : action;
  const sentence = md`${sender(event)} ${verb} ${comment} on ${numbered(pullRequestItem(event), event)}${place}`;
  return post(
    event,
    withText(sentence, action === 'deleted' ? undefined : payload.optionalText('comment.body')),
  );
}

export const githubPulls: Handlers = {
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
};
