/** Accepts requests to Slack's incoming webhooks: text, blocks and attachments become Markdown. */
import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { Markup, md } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';
import { programContent } from './slack-content.ts';

function receive({ payload }: Delivery): ReadResult {
  const content = programContent(payload);
  if (content.text.trim() === '') throw new AnomalousPayload('the payload has no text');
  const channel = payload.optionalText('channel')?.replace(/^[#@]/, '');
  return { event: 'message', topic: channel ?? '(no topic)', content: withIcon(payload, content) };
}

function withIcon(payload: Payload, content: Markup): Markup {
  const icon = /^:([\w+-]{1,50}):$/.exec(payload.optionalText('icon_emoji') ?? '');
  return icon ? md`${new Markup(`:${icon[1] ?? ''}:`)} ${content}` : content;
}

export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack Incoming',
  success: { ok: true },
  receive,
};
