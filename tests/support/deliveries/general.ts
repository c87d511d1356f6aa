/** What programs post in which people write the message, and what is written for other chat servers. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({
  integration,
  what,
  body,
});

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
