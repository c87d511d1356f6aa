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
