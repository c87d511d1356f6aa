/** Issues, discussions and their comments. */
import { UnsupportedEvent, type ReadResult } from '../../integration.ts';
import { link, type Markup, md } from '../../markup.ts';
import { numbered, numberedTopic, type NumberedItem, withText } from './git.ts';
import { at, type GithubEvent, type Handlers, repo, sender } from './github-event.ts';

/** Comments on pull requests have the same event as those on issues. */
const issueItem = ({ payload }: GithubEvent): NumberedItem => ({
  kind: payload.has('issue.pull_request') ? 'PR' : 'issue',
  number: payload.number('issue.number'),
  title: payload.text('issue.title'),
  url: payload.optionalText('issue.html_url'),
});

/** The action of an issue, with its text if it is new. */
function change(event: GithubEvent, action: string, issue: Markup): Markup | undefined {
  const { payload } = event;
  const who = sender(event);
  const label = payload.optionalText('label.name');
  const milestone = payload.optionalText('milestone.title');
  switch (action) {
    case 'opened':
    case 'edited':
      return withText(md`${who} ${action} ${issue}`, payload.optionalText('issue.body'));
    case 'closed': {
      const reason = payload.optionalText('issue.state_reason')?.replaceAll('_', ' ');
      return reason === undefined || reason === 'completed'
        ? md`${who} closed ${issue}.`
        : md`${who} closed ${issue} as ${reason}.`;
    }
    case 'assigned':
    case 'unassigned': {
      const assignee = payload.optionalText('assignee.login');
      return action === 'assigned'
        ? md`${who} assigned ${issue} to ${assignee}.`
        : md`${who} unassigned ${assignee} from ${issue}.`;
    }
    case 'labeled':
    case 'unlabeled':
      return md`${who} ${action === 'labeled' ? 'added' : 'removed'} the label ${label} ${action === 'labeled' ? 'to' : 'from'} ${issue}.`;
    case 'milestoned':
    case 'demilestoned':
      return md`${who} ${action === 'milestoned' ? 'added' : 'removed'} ${issue} ${action === 'milestoned' ? 'to' : 'from'} the milestone ${milestone}.`;
    case 'reopened':
    case 'deleted':
    case 'transferred':
    case 'pinned':
    case 'unpinned':
    case 'locked':
    case 'unlocked':
      return md`${who} ${action} ${issue}.`;
    default:
      return undefined;
  }
}

function issues(event: GithubEvent): ReadResult {
  const issue = issueItem(event);
  const action = event.payload.text('action');
  const content = change(event, action, numbered(issue, event));
  if (!content) throw new UnsupportedEvent(`issues:${action}`);
  return at(event, numberedTopic(repo(event), issue), content);
}

function comment(event: GithubEvent): ReadResult {
  const { payload } = event;
  const issue = issueItem(event);
  const action = payload.text('action');
  const commented = link('commented', payload.optionalText('comment.html_url'));
  const verb =
    action === 'created'
      ? md`${commented}`
      : md`${action} a ${link('comment', payload.optionalText('comment.html_url'))}`;
  const sentence = md`${sender(event)} ${verb} on ${numbered(issue, event)}`;
  const text = action === 'deleted' ? undefined : payload.optionalText('comment.body');
  return at(event, numberedTopic(repo(event), issue), withText(sentence, text));
}

const discussionTopic = (event: GithubEvent): string =>
  `${repo(event)} discussion #${event.payload.text('discussion.number')}: ${event.payload.text('discussion.title')}`;

function discussion(event: GithubEvent): ReadResult {
  const { payload } = event;
  const action = payload.text('action').replaceAll('_', ' ');
  const name = link(
    `discussion #${payload.text('discussion.number')}`,
    payload.optionalText('discussion.html_url'),
  );
  const category = payload.optionalText('discussion.category.name');
  const place = category === undefined ? undefined : md` in ${category}`;
  const isText = action === 'created' || action === 'edited';
  const sentence = md`${sender(event)} ${action} ${name}${place}`;
  return at(
    event,
    discussionTopic(event),
    withText(sentence, isText ? payload.optionalText('discussion.body') : undefined),
  );
}

function discussionComment(event: GithubEvent): ReadResult {
  const { payload } = event;
  const name = link(
    `discussion #${payload.text('discussion.number')}`,
    payload.optionalText('discussion.html_url'),
  );
  const commented = link('commented', payload.optionalText('comment.html_url'));
  const sentence = md`${sender(event)} ${commented} on ${name}`;
  return at(event, discussionTopic(event), withText(sentence, payload.optionalText('comment.body')));
}

function milestone(event: GithubEvent): ReadResult {
  const { payload } = event;
  const title = link(payload.text('milestone.title'), payload.optionalText('milestone.html_url'));
  return at(event, repo(event), md`${sender(event)} ${payload.text('action')} the milestone ${title}.`);
}

export const githubIssues: Handlers = {
  issues,
  issue_comment: comment,
  discussion,
  discussion_comment: discussionComment,
  milestone,
};
