/** What GitHub posts. */
import type { Sample } from './sample.ts';

const repository = {
  id: 35129377,
  name: 'loom',
  full_name: 'weavers/loom',
  private: false,
  html_url: 'https://github.com/weavers/loom',
  default_branch: 'main',
};
const sender = { login: 'ada', id: 6752317, html_url: 'https://github.com/ada', type: 'User' };
const common = { repository, sender };
const issue = {
  number: 7,
  title: 'Threads break [on Tuesdays]',
  html_url: 'https://github.com/weavers/loom/issues/7',
  body: 'They *all* do.\n\n```sh\nloom --weave\n```',
  state: 'open',
  user: sender,
};
const pull_request = {
  number: 12,
  title: 'Wind the `warp` tighter',
  html_url: 'https://github.com/weavers/loom/pull/12',
  body: '<!-- What does this change? -->\nTighter by a third. @**all** look',
  draft: false,
  merged: false,
  head: { ref: 'tighter', sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821' },
  base: { ref: 'main', sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e' },
};
const comment = {
  html_url: 'https://github.com/weavers/loom/issues/7#issuecomment-99262140',
  body: 'Mine too.',
  user: sender,
};

const commit = (id: string, message: string, name: string) => ({
  id,
  message,
  url: `https://github.com/weavers/loom/commit/${id}`,
  author: { name, email: `${name}@example.com`, username: name },
});
const push = {
  ref: 'refs/heads/main',
  before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  after: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
  created: false,
  deleted: false,
  forced: false,
  compare: 'https://github.com/weavers/loom/compare/6113728f27ae...0d1a26e67d8f',
  pusher: { name: 'ada', email: 'ada@example.com' },
  commits: [
    commit('0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c', 'Wind the warp\n\nIt was loose.', 'ada'),
    commit('11d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1', 'Oil *everything*', 'dan'),
  ],
  ...common,
};

const github = (event: string, what: string, body: object): Sample => ({
  integration: 'github',
  what,
  headers: { 'x-github-event': event },
  body,
});

export const githubSamples: readonly Sample[] = [
  github('ping', 'a ping', { zen: 'Keep it logically awesome.', hook_id: 30, ...common }),
  github('push', 'a push', push),
  github('push', 'a push of more commits than are shown', {
    ...push,
    forced: true,
    commits: Array.from({ length: 23 }, (_, at) =>
      commit(
        `${String(at).padStart(2, '0')}1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c`,
        `Step ${String(at)}`,
        'ada',
      ),
    ),
  }),
  github('push', 'a deleted branch', { ...push, deleted: true, commits: [] }),
  github('push', 'a tag', { ...push, ref: 'refs/tags/v1.0', commits: [] }),
  {
    ...github('push', 'a push to a branch that is not asked for', push),
    params: { branches: 'next, stable' },
  },
  github('create', 'a tag that was created', { ref: 'v1.0', ref_type: 'tag', ...common }),
  github('issues', 'an issue that was opened', { action: 'opened', issue, ...common }),
  github('issues', 'an issue that was closed', {
    action: 'closed',
    issue: { ...issue, state_reason: 'not_planned' },
    ...common,
  }),
  github('issues', 'an issue that was labelled', {
    action: 'labeled',
    issue,
    label: { name: 'bug' },
    ...common,
  }),
  github('issues', 'an issue that was assigned', {
    action: 'assigned',
    issue,
    assignee: { login: 'dan' },
    ...common,
  }),
  github('issue_comment', 'a comment on an issue', { action: 'created', issue, comment, ...common }),
  {
    ...github('issue_comment', 'a comment, with a topic of the address', {
      action: 'created',
      issue,
      comment,
      ...common,
    }),
    params: { topic: 'code' },
  },
  github('pull_request', 'a pull request that was opened', { action: 'opened', pull_request, ...common }),
  github('pull_request', 'a pull request that was merged', {
    action: 'closed',
    pull_request: { ...pull_request, merged: true },
    ...common,
  }),
  github('pull_request', 'a pull request that was closed', { action: 'closed', pull_request, ...common }),
  github('pull_request', 'a pull request with further commits', {
    action: 'synchronize',
    pull_request,
    ...common,
  }),
  github('pull_request', 'a request to review', {
    action: 'review_requested',
    pull_request,
    requested_reviewer: { login: 'dan' },
    ...common,
  }),
  github('pull_request_review', 'an approval', {
    action: 'submitted',
    review: {
      state: 'approved',
      body: 'Good thread.',
      html_url: 'https://github.com/weavers/loom/pull/12#pullrequestreview-1',
    },
    pull_request,
    ...common,
  }),
  github('pull_request_review_comment', 'a comment on a line', {
    action: 'created',
    comment: {
      path: 'src/warp.ts',
      body: 'Why?',
      html_url: 'https://github.com/weavers/loom/pull/12#discussion_r1',
    },
    pull_request,
    ...common,
  }),
  github('release', 'a release', {
    action: 'published',
    release: {
      tag_name: 'v1.0',
      name: 'The first',
      html_url: 'https://github.com/weavers/loom/releases/tag/v1.0',
    },
    ...common,
  }),
  github('check_run', 'a check', {
    action: 'completed',
    check_run: {
      name: 'test (ubuntu)',
      conclusion: 'timed_out',
      html_url: 'https://github.com/weavers/loom/runs/4',
      head_sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
    },
    ...common,
  }),
  github('workflow_run', 'a workflow', {
    action: 'completed',
    workflow_run: {
      name: 'CI',
      conclusion: 'failure',
      head_branch: 'main',
      display_title: 'Wind the warp',
      html_url: 'https://github.com/weavers/loom/actions/runs/5',
    },
    ...common,
  }),
  github('status', 'a status', {
    sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
    context: 'ci/loom',
    state: 'success',
    description: 'All woven',
    target_url: 'https://ci.example.com/5',
    commit: { html_url: 'https://github.com/weavers/loom/commit/ec26c3e57ca3' },
    ...common,
  }),
  github('deployment_status', 'a deployment', {
    deployment: { environment: 'production', ref: 'main' },
    deployment_status: { state: 'in_progress', description: '', log_url: 'https://ci.example.com/6' },
    ...common,
  }),
  github('discussion', 'a discussion', {
    action: 'created',
    discussion: {
      number: 3,
      title: 'Wool or silk?',
      html_url: 'https://github.com/weavers/loom/discussions/3',
      body: 'I cannot decide.',
      category: { name: 'Ideas' },
    },
    ...common,
  }),
  github('fork', 'a fork', {
    forkee: { full_name: 'dan/loom', html_url: 'https://github.com/dan/loom' },
    ...common,
  }),
  github('star', 'a star', { action: 'created', starred_at: '2026-01-01T00:00:00Z', ...common }),
  github('gollum', 'pages of a wiki', {
    pages: [
      { action: 'created', title: 'Home', html_url: 'https://github.com/weavers/loom/wiki' },
      { action: 'edited', title: 'Knots', html_url: 'https://github.com/weavers/loom/wiki/Knots' },
    ],
    ...common,
  }),
  github('membership', 'a new member of a team', {
    action: 'added',
    member: { login: 'eve' },
    team: { name: 'Dyers' },
    organization: { login: 'weavers' },
    sender,
  }),
  github('dependabot_alert', 'an alert of a dependency', {
    action: 'created',
    alert: {
      html_url: 'https://github.com/weavers/loom/security/dependabot/1',
      security_advisory: { summary: 'Denial of service in knots', severity: 'high' },
    },
    ...common,
  }),
  github('check_suite', 'a check suite, which is ignored', { action: 'completed', ...common }),
  github('label', 'an event without a message of its own', { action: 'created', label: { name: 'bug' } }),
];
