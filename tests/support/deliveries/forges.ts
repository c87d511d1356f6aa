/** What Gitea, Forgejo and GitLab post. */
import type { Sample } from './sample.ts';

const repository = {
  name: 'loom',
  full_name: 'weavers/loom',
  html_url: 'https://gitea.example.com/weavers/loom',
};
const sender = { id: 1, login: 'ada', full_name: 'Ada Achterberg' };
const common = { repository, sender };
const issue = {
  number: 7,
  title: 'Threads break',
  html_url: 'https://gitea.example.com/weavers/loom/issues/7',
  body: 'All of them.',
};
const pull_request = {
  number: 12,
  title: 'Wind tighter',
  html_url: 'https://gitea.example.com/weavers/loom/pulls/12',
  body: 'By a third.',
  merged: false,
  head: { ref: 'tighter' },
  base: { ref: 'main' },
};

const gitea = (event: string, what: string, body: object): Sample => ({
  integration: 'gitea',
  what,
  headers: { 'x-gitea-event': event },
  body,
});

const giteaSamples: readonly Sample[] = [
  gitea('push', 'a push', {
    ref: 'refs/heads/main',
    before: '28e1879d029cb852e4844d9c718537df08844e03',
    after: 'bffeb74224043ba2feb48d137756c8a9331c449a',
    compare_url: 'https://gitea.example.com/weavers/loom/compare/28e18...bffeb',
    total_commits: 1,
    commits: [
      {
        id: 'bffeb74224043ba2feb48d137756c8a9331c449a',
        message: 'Webhooks Yay!\n',
        url: 'https://gitea.example.com/weavers/loom/commit/bffeb74224043ba2feb48d137756c8a9331c449a',
        author: { name: 'Dan Ito', email: 'dan@example.com', username: 'dan' },
      },
    ],
    pusher: sender,
    ...common,
  }),
  gitea('create', 'a branch', { ref: 'tighter', ref_type: 'branch', sha: 'bffeb74', ...common }),
  gitea('delete', 'a tag', { ref: 'v1', ref_type: 'tag', pusher_type: 'user', ...common }),
  gitea('issues', 'an issue', { action: 'opened', number: 7, issue, ...common }),
  gitea('issue_comment', 'a comment', {
    action: 'created',
    issue,
    is_pull: false,
    comment: { html_url: `${issue.html_url}#issuecomment-3`, body: 'Mine too.' },
    ...common,
  }),
  gitea('pull_request', 'a pull request', { action: 'opened', number: 12, pull_request, ...common }),
  gitea('pull_request', 'a merge', {
    action: 'closed',
    number: 12,
    pull_request: { ...pull_request, merged: true },
    ...common,
  }),
  gitea('pull_request', 'an assignment', {
    action: 'assigned',
    number: 12,
    pull_request: { ...pull_request, assignees: [{ login: 'dan' }, { login: 'eve' }] },
    ...common,
  }),
  gitea('pull_request_approved', 'an approval', {
    action: 'reviewed',
    number: 12,
    pull_request,
    review: { type: 'pull_request_review_approved', content: 'Good.' },
    ...common,
  }),
  gitea('release', 'a release', {
    action: 'published',
    release: {
      tag_name: 'v1.0',
      name: 'First',
      html_url: 'https://gitea.example.com/weavers/loom/releases/tag/v1.0',
    },
    ...common,
  }),
  {
    ...gitea('issues', 'an issue that was closed', { action: 'closed', number: 7, issue, ...common }),
    integration: 'forgejo',
    headers: { 'x-forgejo-event': 'issues' },
  },
  {
    ...gitea('create', 'a tag', { ref: 'v1', ref_type: 'tag', ...common }),
    integration: 'gogs',
    headers: { 'x-gogs-event': 'create' },
  },
];

const project = {
  id: 15,
  name: 'Loom',
  web_url: 'https://gitlab.example.com/weavers/loom',
  path_with_namespace: 'weavers/loom',
};
const user = { id: 4, name: 'Ada Achterberg', username: 'ada' };
const merge = {
  id: 99,
  iid: 12,
  title: 'Wind tighter',
  description: 'By a third.',
  source_branch: 'tighter',
  target_branch: 'main',
  url: 'https://gitlab.example.com/weavers/loom/-/merge_requests/12',
  last_commit: {
    id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    url: 'https://gitlab.example.com/weavers/loom/-/commit/da1560886d4f',
  },
};
const nothing = '0'.repeat(40);

const gitlab = (event: string, what: string, body: object): Sample => ({
  integration: 'gitlab',
  what,
  headers: { 'x-gitlab-event': event },
  body,
});

const push = {
  object_kind: 'push',
  before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
  after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
  ref: 'refs/heads/main',
  user_name: 'Ada Achterberg',
  project,
  commits: [
    {
      id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      message: 'fixed readme',
      title: 'fixed readme',
      url: 'https://gitlab.example.com/weavers/loom/-/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      author: { name: 'Ada Achterberg', email: 'ada@example.com' },
    },
  ],
  total_commits_count: 4,
};

const gitlabSamples: readonly Sample[] = [
  gitlab('Push Hook', 'a push', push),
  gitlab('Push Hook', 'a new branch', { ...push, before: nothing, commits: [], total_commits_count: 0 }),
  gitlab('System Hook', 'a push reported by a system hook', { ...push, event_name: 'push' }),
  gitlab('Tag Push Hook', 'a tag', { ...push, ref: 'refs/tags/v1.0', object_kind: 'tag_push' }),
  gitlab('Issue Hook', 'an issue', {
    object_kind: 'issue',
    user,
    project,
    object_attributes: {
      iid: 7,
      title: 'Threads break',
      description: 'All of them.',
      action: 'open',
      url: 'https://gitlab.example.com/weavers/loom/-/issues/7',
    },
    assignees: [{ name: 'Dan Ito', username: 'dan' }],
  }),
  gitlab('Merge Request Hook', 'a merge request', {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: { ...merge, action: 'open' },
  }),
  gitlab('Merge Request Hook', 'a merge', {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: { ...merge, action: 'merge' },
  }),
  {
    ...gitlab('Merge Request Hook', 'commits added to a merge request, without titles in topics', {
      object_kind: 'merge_request',
      user,
      project,
      object_attributes: { ...merge, action: 'update', oldrev: '95790bf891e7' },
    }),
    params: { use_merge_request_title: false },
  },
  gitlab('Note Hook', 'a comment on a merge request', {
    object_kind: 'note',
    user,
    project,
    object_attributes: {
      note: 'Why a third?',
      noteable_type: 'MergeRequest',
      url: 'https://gitlab.example.com/weavers/loom/-/merge_requests/12#note_1244',
    },
    merge_request: merge,
  }),
  gitlab('Note Hook', 'a comment on a commit', {
    object_kind: 'note',
    user,
    project,
    object_attributes: {
      note: 'Nice.',
      noteable_type: 'Commit',
      url: 'https://gitlab.example.com/weavers/loom/-/commit/da1560886d4f#note_1243',
    },
    commit: {
      id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      url: 'https://gitlab.example.com/weavers/loom/-/commit/da1560886d4f',
    },
  }),
  gitlab('Pipeline Hook', 'a pipeline', {
    object_kind: 'pipeline',
    user,
    project,
    object_attributes: { id: 31, ref: 'main', status: 'failed' },
    builds: [
      { id: 380, name: 'test', status: 'failed', stage: 'test' },
      { id: 381, name: 'lint', status: 'success', stage: 'test' },
    ],
  }),
  gitlab('Job Hook', 'a job', {
    object_kind: 'build',
    ref: 'main',
    build_name: 'test',
    build_stage: 'test',
    build_status: 'failed',
    project_name: 'weavers / loom',
    user,
  }),
  gitlab('Wiki Page Hook', 'a page of a wiki', {
    object_kind: 'wiki_page',
    user,
    project,
    object_attributes: {
      title: 'Knots',
      action: 'create',
      url: 'https://gitlab.example.com/weavers/loom/-/wikis/knots',
    },
  }),
  gitlab('Release Hook', 'a release', {
    object_kind: 'release',
    project,
    name: 'First',
    tag: 'v1.0',
    action: 'create',
    url: 'https://gitlab.example.com/weavers/loom/-/releases/v1.0',
  }),
  gitlab('Deployment Hook', 'a deployment', {
    object_kind: 'deployment',
    project,
    status: 'success',
    environment: 'staging',
    environment_external_url: 'https://staging.example.com',
    deployable_url: 'https://gitlab.example.com/weavers/loom/-/jobs/796',
  }),
];

const actor = { name: 'ada', displayName: 'Ada Achterberg' };
const pullRequest = {
  id: 12,
  title: 'Wind tighter',
  description: 'By a third.',
  fromRef: { displayId: 'tighter', repository: { name: 'loom' } },
  toRef: { displayId: 'main', repository: { name: 'loom' } },
  links: { self: [{ href: 'https://bitbucket.example.com/projects/W/repos/loom/pull-requests/12' }] },
};

const bitbucket = (what: string, body: object): Sample => ({ integration: 'bitbucket3', what, body });

const bitbucketSamples: readonly Sample[] = [
  bitbucket('a test delivery', { test: true }),
  bitbucket('a push and a tag', {
    eventKey: 'repo:refs_changed',
    actor,
    repository: { name: 'loom' },
    changes: [
      {
        ref: { displayId: 'main', type: 'BRANCH' },
        type: 'UPDATE',
        fromHash: 'ecddabb624f6f5ba43816f5926e580a5f680a932',
        toHash: '178864a7d521b6f5e720b386b2c2b0ef8563e0dc',
      },
      {
        ref: { displayId: 'v1', type: 'TAG' },
        type: 'ADD',
        toHash: '178864a7d521b6f5e720b386b2c2b0ef8563e0dc',
      },
    ],
  }),
  bitbucket('a pull request', { eventKey: 'pr:opened', actor, pullRequest }),
  bitbucket('a merge', { eventKey: 'pr:merged', actor, pullRequest }),
  bitbucket('a comment', {
    eventKey: 'pr:comment:added',
    actor,
    pullRequest,
    comment: { text: 'Why a third?' },
  }),
  bitbucket('other reviewers', {
    eventKey: 'pr:reviewer:updated',
    actor,
    pullRequest,
    addedReviewers: [{ displayName: 'Dan Ito' }],
  }),
];

export const forgeSamples: readonly Sample[] = [...giteaSamples, ...gitlabSamples, ...bitbucketSamples];
