/** What programs post in which people write the message, and what is written for other chat servers. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({
  integration,
  what,
  body,
});

const slack = (what: string, event: object): Sample =>
  sample('slack', what, { type: 'event_callback', api_app_id: 'A1', event: { type: 'message', ...event } });

export const generalSamples: readonly Sample[] = [
  sample('json', 'anything', { loom: { threads: 3, '```': '@**all**' } }),
  sample('zapier', 'a message', { topic: 'Orders', content: 'A **new** order for @**all**' }),
  sample('zapier', 'a message with a subject', { subject: 'Orders', content: '/poll Which?' }),
  sample('ifttt', 'a message', { topic: 'Weather', content: 'It rains.' }),
  sample('n8n', 'a message', { topic: 'Orders', message: 'A new order' }),
  sample('n8n', 'data of a workflow', { order: 7, total: 12.5 }),
  sample('homeassistant', 'a message', { title: 'Door', message: 'The door is open.' }),
  sample('slack', 'a URL verification', {
    type: 'url_verification',
    challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
  }),
  sample('slack', 'a message', {
    type: 'event_callback',
    event: {
      type: 'message',
      user: 'U061F7AUR',
      channel: 'C0LAN2Q65',
      text: 'See <https://example.com|this> *now*',
      ts: '1515449522.000016',
    },
  }),
  {
    ...sample('slack', 'a retry', { type: 'event_callback', event: { type: 'message', text: 'again' } }),
    headers: { 'x-slack-retry-num': '1' },
  },
  sample('slack', 'a message of a bot', {
    type: 'event_callback',
    event: { type: 'message', bot_id: 'B1', text: 'beep' },
  }),
  slack('a file', {
    subtype: 'file_share',
    user: 'U1',
    text: 'see this',
    channel: 'C1',
    files: [{ id: 'F1', name: 'plan.pdf', title: 'plan', permalink: 'https://w.example/files/F1/plan.pdf' }],
  }),
  slack('a file without a text', {
    subtype: 'file_share',
    user: 'U1',
    text: '',
    files: [{ name: 'a [1].png' }],
  }),
  slack('an edit', {
    subtype: 'message_changed',
    message: { user: 'U1', text: 'at *noon*' },
    previous_message: { user: 'U1', text: 'at ten' },
  }),
  slack('a preview that Slack added', {
    subtype: 'message_changed',
    message: { user: 'U1', text: 'same' },
    previous_message: { user: 'U1', text: 'same' },
  }),
  slack('a person who joined', { subtype: 'channel_join', user: 'U1', text: '<@U1> has joined the channel' }),
  slack('rich text', {
    user: 'U1',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Deploy ', style: { bold: true } },
              { type: 'link', url: 'https://ci.example.com/1', text: 'build' },
              { type: 'emoji', name: 'tada' },
            ],
          },
          {
            type: 'rich_text_list',
            style: 'bullet',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] }],
          },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'make' }] },
        ],
      },
    ],
  }),
  slack('a message of another app', {
    subtype: 'bot_message',
    bot_id: 'B1',
    app_id: 'A2',
    username: 'CI',
    text: 'Red',
  }),
  slack('an event without a message of its own', { subtype: 'pinned_item', item: { type: 'message' } }),
  {
    ...slack('a retry of what was lost', { user: 'U1', text: 'again' }),
    headers: { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'connection_failed' },
  },
  {
    ...sample('slack', 'a message of an outgoing webhook, with channels as topics', {
      user_name: 'ada',
      text: 'Hello',
      channel_name: 'looms',
    }),
    params: { channels_map_to_topics: 1 },
  },
  sample('rss', 'an entry', {
    feed: 'Loom News',
    title: 'Version 2 [beta]',
    link: 'https://loom.example.com/news/2',
    summary: '<p>It is <b>faster</b>.</p><script>alert(1)</script>',
    author: 'Ada Achterberg',
  }),
  sample('email', 'an email by Postmark', {
    From: 'Ada <ada@example.com>',
    Subject: 'Re: Wool',
    TextBody: 'It arrived.',
  }),
  sample('email', 'an email by SendGrid', {
    from: 'ada@example.com',
    subject: 'Wool',
    html: '<p>It <i>arrived</i>.</p>',
  }),
  sample('email', 'an email by Mailgun', {
    sender: 'ada@example.com',
    'body-plain': 'It arrived.\n\n-- \nAda',
  }),
  sample('email', 'an email by Mailgun with a file', {
    sender: 'ada@example.com',
    subject: 'Wool',
    'body-html': '<p>See <a href="https://x.example/1">this</a></p>',
    attachments: '[{"url": "https://api.example.com/1", "name": "plan.pdf", "size": 12}]',
  }),
  sample('slack_incoming', 'fields with one of both parts', {
    text: 't',
    attachments: [
      {
        author_name: 'Ada',
        fields: [{ title: null, value: 'only value' }, { title: 'only title' }],
        image_url: 'https://ci.example.com/chart.png',
        ts: 1_700_000_000,
      },
    ],
  }),
  sample('slack_incoming', 'a text', {
    channel: '#builds',
    text: '*Failed*: <https://ci.example.com/1|build 1> by <@U123|ada> &amp; _dan_',
  }),
  sample('slack_incoming', 'blocks and attachments', {
    icon_emoji: ':ghost:',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'To *production*' },
        fields: [{ type: 'mrkdwn', text: 'By ada' }],
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'at noon' }] },
      {
        type: 'actions',
        elements: [
          { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://ci.example.com/2' },
        ],
      },
    ],
    attachments: [
      {
        pretext: 'Results',
        title: 'Tests',
        title_link: 'https://ci.example.com/3',
        text: 'All <!channel> passed',
        fields: [{ title: 'Duration', value: '3 min', short: true }],
        footer: 'ci',
      },
    ],
  }),
];
