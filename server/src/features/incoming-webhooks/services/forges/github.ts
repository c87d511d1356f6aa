/** GitHub: repositories, issues, pull requests, checks, deployments and organizations. */
import {
  eventHeader,
  handlerFor,
  nothing,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { code, link, type Markup, md } from '../../markup.ts';
import { branchName, isBranchWanted, pushed, tagged, withText } from './git.ts';
import { githubActivity } from './github-activity.ts';
import { githubBuilds } from './github-builds.ts';
import { githubIssues } from './github-issues.ts';
import { githubPulls } from './github-pulls.ts';
import { at, type GithubEvent, repo, sender, type Handlers } from './github-event.ts';

function push(event: GithubEvent): ReadResult {
  const { payload } = event;
  const ref = payload.text('ref');
  const branch = branchName(ref);
  const who = payload.firstText('pusher.name', 'sender.login') ?? 'Someone';
  const isDeleted = payload.isTrue('deleted');
  if (ref.startsWith('refs/tags/')) {
    const url = isDeleted ? undefined : payload.optionalText('head_commit.url');
    return at(event, repo(event), tagged(who, isDeleted ? 'deleted' : 'pushed', branch, url));
  }
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    url: commit.optionalText('url'),
    message: commit.optionalText('message') ?? '',
    author: commit.firstText('author.name', 'author.username'),
  }));
  const content = pushed({
    who,
    branch,
    compareUrl: payload.optionalText('compare'),
    commits,
    total: payload.count('commits'),
    isForced: payload.isTrue('forced'),
    isCreated: payload.isTrue('created'),
    isDeleted,
  });
  return at(event, `${repo(event)} / ${branch}`, content);
}

/** Branches are covered by the push that creates or deletes them. */
const refChanged =
  (verb: string) =>
  (event: GithubEvent): ReadResult => {
    const { payload } = event;
    if (payload.text('ref_type') !== 'tag') return nothing('covered');
    return at(event, repo(event), tagged(sender(event), verb, payload.text('ref')));
  };

function commitComment(event: GithubEvent): ReadResult {
  const { payload } = event;
  const commit = code(payload.text('comment.commit_id').slice(0, 11));
  const comment = link('commented', payload.optionalText('comment.html_url'));
  const content = withText(
    md`${sender(event)} ${comment} on ${commit}`,
    payload.optionalText('comment.body'),
  );
  return at(event, repo(event), content);
}

function ping(event: GithubEvent): ReadResult {
  const { payload } = event;
  const name = payload.firstText('repository.name', 'organization.login') ?? 'GitHub';
  const content = md`The GitHub webhook of ${name} is set up. ${payload.optionalText('zen')}`;
  return at(event, name, content);
}

function dependabot(event: GithubEvent): ReadResult {
  const { payload } = event;
  const alert = payload.at('alert');
  const action = payload.text('action');
  const verb: Markup = link(`${action.replaceAll('_', ' ')} the alert`, alert.optionalText('html_url'));
  const what = alert.firstText('security_advisory.summary', 'rule.description', 'secret_type_display_name');
  const severity = alert.firstText('security_advisory.severity', 'rule.security_severity_level');
  const rated = severity === undefined ? undefined : md` (severity: ${severity})`;
  return at(
    event,
    `${repo(event)} / security`,
    md`${sender(event)} ${verb}: ${what ?? 'no description'}${rated}.`,
  );
}

const handlers: Handlers = {
  ping,
  push,
  create: refChanged('created'),
  delete: refChanged('deleted'),
  commit_comment: commitComment,
  dependabot_alert: dependabot,
  code_scanning_alert: dependabot,
  secret_scanning_alert: dependabot,
  ...githubIssues,
  ...githubPulls,
  ...githubBuilds,
  ...githubActivity,
};

/** Covered by the events of the runs that they consist of or belong to. */
const quiet: ReadonlySet<string> = new Set(['check_suite', 'workflow_dispatch', 'workflow_job']);

function receive(delivery: Delivery): ReadResult {
  const name = eventHeader(delivery, 'X-GitHub-Event');
  if (quiet.has(name)) return nothing('covered');
  const handler = handlerFor(handlers, name);
  const { params, payload } = delivery;
  const isPrivate = payload.isTrue('repository.private');
  if (isPrivate && (params.ignore_private_repositories === true || params.ignore_private_repositories === 1))
    return nothing('private');
  return handler({ ...delivery, name });
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  events: Object.keys(handlers).sort(),
  options: [
    { key: 'branches', label: 'Only these branches, separated by commas', type: 'text' },
    { key: 'ignore_private_repositories', label: 'Ignore private repositories', type: 'checkbox' },
  ],
  signature: 'github',
  receive,
};
