/** Mentions, replies and links inside of an export lead to what came of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip, type ZipFileEntry } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import type { Product } from './options.ts';

const json = (name: string, value: unknown): ZipFileEntry => ({ name, data: JSON.stringify(value) });
const iso = (n: number): string => new Date(exportStart + n * 1000).toISOString();
const ts = (n: number): string => `${exportStart / 1000 + n}.000100`;

const event = (n: number, content: object) => ({
  type: 'm.room.message',
  event_id: `$${n}`,
  sender: '@bo:x',
  origin_server_ts: exportStart + n,
  room_id: '!r:x',
  content: { msgtype: 'm.text', ...content },
});
const html = (formatted_body: string, rest: object = {}) => ({
  body: 'plain',
  format: 'org.matrix.custom.html',
  formatted_body,
  ...rest,
});
const matrix = [
  json('export.json', {
    room_name: 'Looms',
    messages: [
      {
        ...event(0, { membership: 'join', displayname: 'Ana Anders' }),
        type: 'm.room.member',
        sender: '@ana:x',
        state_key: '@ana:x',
      },
      event(1, { body: 'First question' }),
      event(2, {
        body: '> <@bo:x> First question\n\nThe answer',
        'm.relates_to': { 'm.in_reply_to': { event_id: '$1' } },
      }),
      event(
        3,
        html('<a href="https://matrix.to/#/@ana:x">Ana</a>: to @room', { 'm.mentions': { room: true } }),
      ),
      event(4, { body: 'Ana Anders: by name, not @room', 'm.mentions': { user_ids: ['@ana:x'] } }),
      event(5, html('<strong>bold</strong> <code>code</code><ul><li>one</li></ul>')),
      event(6, { body: 'see https://matrix.to/#/!r:x/$1?via=x and [that](https://matrix.to/#/!r:x/$1)' }),
      event(
        7,
        html('<mx-reply>quoted</mx-reply>yes', { 'm.relates_to': { 'm.in_reply_to': { event_id: '$5' } } }),
      ),
    ],
  }),
];

const said = (id: string, content: string, rest: object = {}) => ({
  id,
  type: 'Default',
  timestamp: iso(Number(id)),
  content,
  author: { id: '9', name: 'bo', roles: [{ id: '77', name: 'Weavers' }] },
  ...rest,
});
const discord = [
  json('a.json', {
    guild: { id: '5' },
    channel: { id: '1', type: 'GuildTextChat', name: 'looms' },
    messages: [
      said('1', 'First question'),
      said('2', 'The answer', { type: 'Reply', reference: { messageId: '1', channelId: '1' } }),
      said('3', '<@&77> <@9> see https://discord.com/channels/5/1/1 and <#2>'),
    ],
  }),
  json('b.json', {
    guild: { id: '5' },
    channel: { id: '2', type: 'GuildPublicThread', name: 'dye', categoryId: '1', category: 'looms' },
    messages: [said('4', 'in the thread')],
  }),
];

const chat = '19:aaaaaaaa-0000-4000-8000-000000000001_aaaaaaaa-0000-4000-8000-000000000002@unq.gbl.spaces';
const post = (n: number, content: string, rest: object = {}) => ({
  Id: String(n),
  CreatedDateTime: iso(n),
  ChatId: chat,
  Body: { ContentType: 'html', Content: content },
  From: { User: { Id: 'aaaaaaaa-0000-4000-8000-000000000001', DisplayName: 'Bo' } },
  ...rest,
});
const teams = [
  json('users/usersList.json', [
    { Id: 'aaaaaaaa-0000-4000-8000-000000000001', DisplayName: 'Bo' },
    { Id: 'aaaaaaaa-0000-4000-8000-000000000002', DisplayName: 'Ana' },
  ]),
  json('users/x/messages_x.json', [
    post(1, '<p>First question</p>'),
    post(2, '<attachment id="1"></attachment><p>The answer</p>', {
      Attachments: [{ id: '1', contentType: 'messageReference', content: '{"messageId":"1"}' }],
    }),
    post(
      3,
      `<p>see <a href="https://teams.microsoft.com/l/message/${encodeURIComponent(chat)}/1?x=y">that</a></p>`,
    ),
    post(4, '<attachment id="c"></attachment>', {
      Attachments: [
        {
          id: 'c',
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: JSON.stringify({ body: [{ type: 'TextBlock', text: 'Build failed' }] }),
        },
      ],
    }),
    post(6, '<p><at id="0">Ana</at>&nbsp;<at id="1">Anders</at>, <at id="2">Everyone</at></p>', {
      Mentions: [
        ...[0, 1].map((Id) => ({ Id, Mentioned: { User: { Id: 'aaaaaaaa-0000-4000-8000-000000000002' } } })),
        { Id: 2, Mentioned: { Conversation: { Id: chat, ConversationIdentityType: 'chat' } } },
      ],
    }),
    post(7, '<p>look</p><attachment id="f"></attachment>', {
      Attachments: [
        {
          Id: 'f',
          ContentType: 'forwardedMessageReference',
          Content: JSON.stringify({ originalMessageContent: '<p>from <b>elsewhere</b></p>' }),
        },
      ],
    }),
    post(5, '<systemEventMessage/>', { MessageType: 'systemEventMessage', From: null }),
  ]),
];

const wrote = (n: number, msg: string, rest: object = {}) => ({
  _id: `m${n}`,
  rid: 'r1',
  u: { _id: 'u1', username: 'bo' },
  ts: new Date(exportStart + n * 1000),
  msg,
  ...rest,
});
const rocketchat = [
  bson('users', [{ _id: 'u1', username: 'bo', type: 'user' }]),
  bson('rocketchat_room', [{ _id: 'r1', t: 'c', name: 'looms' }]),
  bson('rocketchat_message', [
    wrote(1, 'First question', { reactions: { ':tada:': { usernames: ['bo', 'gone'] } } }),
    wrote(
      2,
      'see https://chat.example/channel/looms?msg=m1 and [that](https://chat.example/channel/looms?msg=m1)',
    ),
  ]),
];

const slackMessages = [
  { ts: ts(1), text: 'First question', thread_ts: ts(1), reply_count: 1 },
  { ts: ts(2), text: 'The answer :my_wave:', thread_ts: ts(1), subtype: 'thread_broadcast' },
  {
    ts: ts(3),
    text: ':thumbs_of_slack:',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'emoji', name: 'thumbs_of_slack', unicode: '1f44d' }],
          },
        ],
      },
    ],
  },
  { ts: ts(4), text: 'again :thumbs_of_slack:' },
  {
    ts: ts(5),
    text: 'a fallback',
    blocks: [
      { type: 'markdown', text: '## *Plan*' },
      {
        type: 'table',
        rows: [
          ['Loom', 'Shafts'],
          ['A | B', '8'],
        ].map((row) => row.map((text) => ({ type: 'plain_text', text }))),
      },
    ],
  },
  { ts: ts(6), text: 'Deployed', user: undefined, bot_id: 'B1', app_id: 'A1' },
];
const slack = [
  json('users.json', [{ id: 'U1', team_id: 'T1', real_name: 'Bo' }]),
  json('channels.json', [{ id: 'C1', name: 'looms', members: ['U1'], is_ext_shared: true }]),
  json('integration_logs.json', [{ app_id: 'A1', app_type: 'Shipper' }]),
  json(
    'looms/2023-01-02.json',
    slackMessages.map((one) => ({ type: 'message', user: 'U1', ...one })),
  ),
];

const first = '[First question](/#…)';
const expected: readonly (readonly [Product, readonly ZipFileEntry[], readonly string[]])[] = [
  [
    'matrix',
    matrix,
    [
      'First question',
      `*In reply to ${first}:*\nThe answer`,
      '@**Ana Anders**: to @**all**',
      '@**Ana Anders**: by name, not @room',
      '**bold** `code`\n\n* one',
      `see ${first} and [that](/#…)`,
      '*In reply to [bold code one](/#…):*\nyes',
    ],
  ],
  [
    'discord',
    discord,
    [
      'First question',
      `*In reply to ${first}:*\nThe answer`,
      `@Weavers @**bo** see ${first} and #dye`,
      'in the thread',
    ],
  ],
  [
    'teams',
    teams,
    [
      'First question',
      `*In reply to ${first}:*\nThe answer`,
      'see [that](/#…)',
      '> Build failed',
      '@**Ana** , @**all**',
      '> from **elsewhere**\n\nlook',
    ],
  ],
  ['rocketchat', rocketchat, ['First question', `see ${first} and [that](/#…)`]],
  [
    'slack',
    slack,
    [
      'First question',
      'The answer :my_wave:',
      `*Also sent to the channel, in reply to ${first}:*\nThe answer :my_wave:`,
      ':+1:',
      'again :+1:',
      '## *Plan*\n\n\n| Loom | Shafts |\n| --- | --- |\n| A \\| B | 8 |',
      'Deployed',
    ],
  ],
];

onBothEngines('References inside of an export', (engine) => {
  test('Mentions, replies and links lead to what came, and bodies of bots are read', async (t) => {
    for (const [product, entries, contents] of expected) {
      const world = await makeWorld(t, engine);
      const report = await runArchiveImport(world, zip(entries), { product });
      const rows = await world.app.db.read.q
        .selectFrom('message')
        .innerJoin('person', 'person.id', 'sender_id')
        .select(['content', 'full_name', 'topic'])
        .where('message.org_id', '=', world.orgId)
        .where('client', '=', `${product} import`)
        .orderBy('message.id')
        .execute();
      const plain = (text: string) =>
        text.replace(/\|\d+\*\*/g, '**').replace(/\(\/#narrow\/\S*?\/near\/\d+\)/g, '(/#…)');
      assert.deepEqual(
        rows.map(({ content }) => plain(content)),
        contents,
        product,
      );
      assert.equal(report.problem_count, 0, JSON.stringify(report.problems));
      if (product === 'slack') {
        assert.equal(report.counts.messages.added, 6);
        assert.equal(rows.at(-1)?.full_name, 'Shipper');
        assert.deepEqual(
          rows.slice(0, 3).map(({ topic }) => topic),
          ['First question', 'First question', 'imported from Slack'],
        );
        assert.ok(report.left_out.some(({ what }) => what === 'channel: is_ext_shared'));
      }
      if (product === 'rocketchat') assert.equal(report.counts.reactions.skipped, 1);
      if (product === 'teams') assert.ok(report.left_out.some(({ what }) => what.startsWith('notices')));
    }
  });
});
