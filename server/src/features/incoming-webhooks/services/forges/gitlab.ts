/** GitLab: projects, merge requests, pipelines, and system hooks. */
import {
  eventHeader,
  handlerFor,
  nothing,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { code, lines, link, md } from '../../markup.ts';
import { branchName, isBranchWanted, pushed, tagged } from './git.ts';
import { at, type GitlabEvent, repo, user } from './gitlab-event.ts';
import { issue, mergeRequest, note } from './gitlab-issues.ts';

const noCommit = /^0{40,64}$/;

function push(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const branch = branchName(payload.text('ref'));
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const [before, after] = [payload.text('before'), payload.text('after')];
  const home = payload.firstText('project.web_url', 'repository.homepage');
  const isBetween = !noCommit.test(before) && !noCommit.test(after);
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    url: commit.optionalText('url'),
    message: commit.firstText('message', 'title') ?? '',
    author: commit.optionalText('author.name'),
  }));
  const content = pushed({
    who: user(event),
    branch,
    compareUrl: home !== undefined && isBetween ? `${home}/-/compare/${before}...${after}` : undefined,
    commits,
    total: payload.optionalNumber('total_commits_count') ?? payload.count('commits'),
    isCreated: noCommit.test(before),
    isDeleted: noCommit.test(after),
  });
  return at(event, `${repo(event)} / ${branch}`, content);
}

function tagPush(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const verb = noCommit.test(payload.text('after')) ? 'deleted' : 'pushed';
  return at(event, repo(event), tagged(user(event), verb, branchName(payload.text('ref'))));
}

function wikiPage(event: GitlabEvent): ReadResult {
  const attributes = event.payload.at('object_attributes');
  const verb =
    { create: 'created', update: 'updated', delete: 'deleted' }[attributes.text('action')] ?? 'changed';
  const page = link(attributes.text('title'), attributes.optionalText('url'));
  return at(event, repo(event), md`${user(event)} ${verb} the wiki page ${page}.`);
}

function pipeline(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const attributes = payload.at('object_attributes');
  const branch = attributes.text('ref');
  const status = attributes.text('status');
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const home = payload.optionalText('project.web_url');
  const id = attributes.text('id');
  const url =
    attributes.optionalText('url') ?? (home === undefined ? undefined : `${home}/-/pipelines/${id}`);
  const jobs = payload.list('builds').map((job) => {
    const jobUrl = home === undefined ? undefined : `${home}/-/jobs/${job.text('id')}`;
    return md`* ${link(job.text('name'), jobUrl)}: ${job.text('status')}`;
  });
  const name = link(`Pipeline ${id}`, url);
  return at(
    event,
    `${repo(event)} / ${branch}`,
    lines(md`${name} of ${code(branch)}: ${status}`, ...jobs.slice(0, 20)),
  );
}

function job(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const branch = payload.text('ref');
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const content = md`Job ${payload.text('build_name')} of the stage ${payload.text('build_stage')}: ${payload.text('build_status')}.`;
  return at(event, `${repo(event)} / ${branch}`, content);
}

function deployment(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const environment = link(payload.text('environment'), payload.optionalText('environment_external_url'));
  const content = md`${link('Deployment', payload.optionalText('deployable_url'))} to ${environment}: ${payload.text('status')}.`;
  return at(event, `${repo(event)} / Deployment on ${payload.text('environment')}`, content);
}

function release(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const verb =
    { create: 'created', update: 'updated', delete: 'deleted' }[payload.text('action')] ?? 'changed';
  const name = link(payload.text('name'), payload.optionalText('url'));
  return at(event, repo(event), md`The release ${name} (${code(payload.text('tag'))}) was ${verb}.`);
}

function featureFlag(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const attributes = payload.at('object_attributes');
  const verb = attributes.isTrue('active') ? 'activated' : 'deactivated';
  return at(
    event,
    repo(event),
    md`${user(event)} ${verb} the feature flag ${code(attributes.text('name'))}.`,
  );
}

function token(event: GitlabEvent): ReadResult {
  const { payload } = event;
  const name = payload.text('object_attributes.name');
  const expires = payload.optionalText('object_attributes.expires_at');
  const owner = payload.firstText('project.name', 'group.group_name') ?? 'GitLab';
  return at(
    event,
    owner,
    md`The access token ${name} expires ${expires === undefined ? 'soon' : `on ${expires}`}.`,
  );
}

const byHeader: Readonly<Record<string, (event: GitlabEvent) => ReadResult>> = {
  'Push Hook': push,
  'Tag Push Hook': tagPush,
  'Issue Hook': issue,
  'Confidential Issue Hook': issue,
  'Note Hook': note,
  'Confidential Note Hook': note,
  'Merge Request Hook': mergeRequest,
  'Wiki Page Hook': wikiPage,
  'Pipeline Hook': pipeline,
  'Job Hook': job,
  'Build Hook': job,
  'Deployment Hook': deployment,
  'Release Hook': release,
  'Feature Flag Hook': featureFlag,
  'Resource Access Token Hook': token,
};

/** System hooks have the event in the body instead of a header. */
const bySystemHook: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  merge_request: 'Merge Request Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
};

/** Duplicates the push that caused it. */
const quiet: ReadonlySet<string> = new Set(['repository_update']);

function receive(delivery: Delivery): ReadResult {
  const { payload } = delivery;
  const header = eventHeader(delivery, 'X-Gitlab-Event');
  const isSystem = header === 'System Hook';
  const kind = isSystem ? payload.firstText('event_name', 'object_kind') : undefined;
  if (kind !== undefined && quiet.has(kind)) return nothing('covered');
  const hook =
    kind === undefined ? header : Object.hasOwn(bySystemHook, kind) ? (bySystemHook[kind] ?? kind) : kind;
  const handler = handlerFor(byHeader, hook);
  const isNote = handler === note;
  const isActed = handler === issue || handler === mergeRequest;
  const detail = isNote
    ? payload.text('object_attributes.noteable_type')
    : isActed
      ? (payload.optionalText('object_attributes.action') ?? 'update')
      : undefined;
  return handler({ ...delivery, name: detail === undefined ? hook : `${hook} ${detail}` });
}

const actions = ['open', 'close', 'reopen', 'update'];
const mergeActions = [...actions, 'merge', 'approved', 'unapproved', 'approval', 'unapproval'];
const noted = ['Commit', 'Issue', 'MergeRequest', 'Snippet'];

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  events: Object.entries(byHeader).flatMap(([hook, handler]) => {
    const details =
      handler === issue ? actions : handler === mergeRequest ? mergeActions : handler === note ? noted : [];
    return details.length === 0 ? [hook] : details.map((detail) => `${hook} ${detail}`);
  }),
  options: [
    { key: 'branches', label: 'Only these branches, separated by commas', type: 'text' },
    { key: 'use_merge_request_title', label: 'Put titles of merge requests into topics', type: 'checkbox' },
  ],
  signature: 'gitlab',
  receive,
};
