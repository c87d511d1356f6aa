/** What programs post in which people plan their work. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({ integration, what, body });

const jiraIssue = {
  key: 'LOOM-7',
  self: 'https://jira.example.com/rest/api/2/issue/10002',
  fields: {
    summary: 'Threads *break*',
    priority: { name: 'Major' },
    labels: ['warp'],
    assignee: { displayName: 'Dan Ito' },
  },
};
const user = { name: 'ada', displayName: 'Ada Achterberg' };

const jiraSamples: readonly Sample[] = [
  sample('jira', 'an issue', {
    webhookEvent: 'jira:issue_created',
    issue_event_type_name: 'issue_created',
    user,
    issue: jiraIssue,
  }),
  sample('jira', 'a change', {
    webhookEvent: 'jira:issue_updated',
    user,
    issue: jiraIssue,
    changelog: { items: [{ field: 'status', fromString: 'To Do', toString: 'Done' }] },
  }),
  sample('jira', 'a comment', {
    webhookEvent: 'comment_created',
    issue: jiraIssue,
    comment: { author: user, body: 'Mine too.' },
  }),
  sample('jira', 'markup', {
    webhookEvent: 'comment_created',
    issue: jiraIssue,
    comment: {
      author: user,
      body: [
        'h2. Steps\nthe [first link|https://a.example], {{co*d*e}}, *bold*, _so_ and -not-',
        '# one\n## two\n* [~dan] at https://b.example/x_y_z',
        '{code:java}\nint *a*;\n{code}',
        '{quote}\nsaid\n{quote}\n||Name||Price||\n|Rope|12|\n!chart.png|thumbnail!',
      ].join('\n'),
    },
  }),
  sample('jira', 'a document', {
    webhookEvent: 'comment_created',
    issue: jiraIssue,
    comment: {
      author: user,
      body: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'See ' },
              { type: 'text', text: 'this', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }] },
              { type: 'mention', attrs: { text: '@Dan' } },
            ],
          },
          {
            type: 'bulletList',
            content: [
              {
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }],
              },
            ],
          },
        ],
      },
    },
  }),
  sample('jira', 'an event without a message of its own', {
    webhookEvent: 'sprint_started',
    sprint: { id: 7 },
  }),
  sample('jira', 'a transition', {
    transition: { transitionName: 'Done', from_status: 'Open', to_status: 'Done' },
    user,
    issue: jiraIssue,
  }),
];

const linearIssue = {
  id: '1',
  number: 7,
  identifier: 'LOO-7',
  title: 'Threads break',
  description: 'All of them.',
  priority: 2,
  priorityLabel: 'High',
  state: { name: 'Todo' },
  labels: [{ name: 'bug' }],
  assignee: { name: 'Dan Ito' },
};
const url = 'https://linear.app/weavers/issue/LOO-7/threads-break';

const linearSamples: readonly Sample[] = [
  sample('linear', 'an issue', {
    action: 'create',
    type: 'Issue',
    actor: { name: 'Ada' },
    data: linearIssue,
    url,
  }),
  sample('linear', 'a part of an issue', {
    action: 'update',
    type: 'Issue',
    actor: { name: 'Ada' },
    data: { ...linearIssue, parentId: '2' },
    url,
  }),
  sample('linear', 'an update of a project', {
    action: 'create',
    type: 'ProjectUpdate',
    actor: { name: 'Ada' },
    data: { body: 'We are **late**.', health: 'atRisk', project: { name: 'Looms' } },
    url: 'https://linear.app/weavers/project/1/updates',
  }),
  sample('linear', 'a comment on it', {
    action: 'create',
    type: 'Comment',
    data: { body: 'Why?', user: { name: 'Dan Ito' }, projectUpdate: { project: { name: 'Looms' } } },
  }),
  sample('linear', 'a comment', {
    action: 'create',
    type: 'Comment',
    data: { body: 'Mine too.', user: { name: 'Dan Ito' }, issue: { id: '1', title: 'Threads break' } },
    url,
  }),
];

const board = { id: '5', name: 'Looms', shortLink: 'r1vMM3Vw' };
const card = { id: '6', name: 'Oil the loom', shortLink: 'OcYBzbkZ' };

const trello = (what: string, type: string, data: object): Sample =>
  sample('trello', what, {
    action: {
      type,
      data: { board, card, ...data },
      memberCreator: { fullName: 'Ada Achterberg', username: 'ada' },
    },
    model: board,
  });

const trelloSamples: readonly Sample[] = [
  trello('a card', 'createCard', { list: { name: 'To do' } }),
  trello('a card that moved', 'updateCard', {
    old: { idList: '7' },
    listBefore: { name: 'To do' },
    listAfter: { name: 'Done' },
  }),
  trello('a card that was archived', 'updateCard', {
    card: { ...card, closed: true },
    old: { closed: false },
  }),
  trello('a card that changed its place', 'updateCard', { old: { pos: 1 } }),
  trello('a card with a text and a cover', 'updateCard', { old: { cover: {}, idLabels: [] } }),
  trello('a due date', 'updateCard', {
    old: { due: null },
    card: { ...card, due: '2026-12-01T10:00:00.000Z' },
  }),
  trello('a file', 'addAttachmentToCard', { attachment: { name: 'a.png', url: 'https://trello.com/a.png' } }),
  trello('an event without a message of its own', 'enablePlugin', { plugin: { name: 'Maps' } }),
  trello('a comment', 'commentCard', { text: 'Which oil?' }),
];

export const workSamples: readonly Sample[] = [
  ...jiraSamples,
  ...linearSamples,
  ...trelloSamples,
  {
    ...sample('asana', 'the handshake', {}),
    headers: { 'x-hook-secret': 'b537207f20cbfa02357cf448134da559' },
  },
  sample('asana', 'changes', {
    events: [
      {
        user: { gid: '1', name: 'Ada' },
        created_at: '2026-11-01T10:00:00.000Z',
        action: 'changed',
        resource: { gid: '12345', resource_type: 'task', name: 'Oil the loom' },
        change: { field: 'due_on', action: 'changed', new_value: '2026-12-01' },
      },
      { user: { gid: '1' }, action: 'added', resource: { gid: '678', resource_type: 'story' } },
    ],
  }),
  sample('asana', 'a heartbeat', { events: [] }),
  sample('clickup', 'a status', {
    event: 'taskStatusUpdated',
    task_id: '1vj38vv',
    history_items: [
      {
        field: 'status',
        user: { username: 'Ada' },
        before: { status: 'to do' },
        after: { status: 'in progress' },
      },
    ],
  }),
  sample('clickup', 'a comment', {
    event: 'taskCommentPosted',
    task_id: '1vj38vv',
    history_items: [{ field: 'comment', user: { username: 'Ada' }, comment: { text_content: 'Which oil?' } }],
  }),
  sample('clickup', 'a list', { event: 'listCreated', list_id: '162641234' }),
  sample('notion', 'a URL verification', {
    verification_token: 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl',
  }),
  sample('notion', 'a page', {
    id: '1',
    workspace_name: 'Weavers',
    type: 'page.content_updated',
    entity: { id: '153104cd-477e-809d-8dc4-ff2d96ae3090', type: 'page' },
    data: {},
  }),
  sample('notion', 'a comment', {
    id: '2',
    workspace_name: 'Weavers',
    type: 'comment.created',
    entity: { id: '153104cd-477e-809d-8dc4-000000000000', type: 'comment' },
    data: { page_id: '153104cd-477e-809d-8dc4-ff2d96ae3090' },
  }),
  sample('calendly', 'an appointment', {
    event: 'invitee.created',
    payload: {
      name: 'Eve Lindqvist',
      email: 'eve@example.com',
      rescheduled: false,
      scheduled_event: {
        name: 'Fitting',
        start_time: '2026-12-01T10:00:00.000000Z',
        location: { type: 'physical', location: 'At the loom' },
      },
    },
  }),
];
