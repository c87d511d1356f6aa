/** Messages of Slack, by its Events API and by its older outgoing webhooks. */
import {
  DirectResponse,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { bold, md, ownMarkdown, paragraphs } from '../../markup.ts';
import { slackMarkdown } from './slack-markdown.ts';

const general = 'Message from Slack';

/** Options of the address map Slack's channel to a topic or channel. */
function placed(post: Omit<Post, 'topic'>, channel: string | undefined, mapped: unknown): Post {
  if (mapped === undefined || channel === undefined) return { ...post, topic: general };
  const isTopic = mapped === true || mapped === 1;
  return isTopic ? { ...post, topic: `channel: ${channel}` } : { ...post, topic: general, channel };
}

function eventPost({ payload, params }: Delivery): ReadResult {
  const event = payload.text('event.type');
  if (event !== 'message' && event !== 'app_mention') throw new UnsupportedEvent(event);
  // Edits, and messages of bots, which include those of a bridge to this server.
  if (payload.has('event.subtype') || payload.has('event.bot_id')) return undefined;
  const text = payload.optionalText('event.text');
  const files = payload.list('event.files').map((file) => md`* ${file.optionalText('name') ?? 'file'}`);
  const said = text === undefined ? undefined : ownMarkdown(slackMarkdown(text));
  const content = paragraphs(
    md`${bold(payload.firstText('event.user_name', 'event.user') ?? 'Someone')}: ${said}`,
    ...files,
  );
  return placed(
    { event: 'message', content },
    payload.optionalText('event.channel'),
    params.channels_map_to_topics,
  );
}

function formPost({ payload, params }: Delivery): Post {
  const said = ownMarkdown(slackMarkdown(payload.text('text')));
  const content = md`${bold(payload.text('user_name'))}: ${said}`;
  return placed(
    { event: 'message', content },
    payload.optionalText('channel_name'),
    params.channels_map_to_topics,
  );
}

function receive(delivery: Delivery): ReadResult {
  const { payload, header } = delivery;
  if (payload.optionalText('type') === 'url_verification')
    return new DirectResponse({ challenge: payload.text('challenge') });
  // The first attempt was received, however late its response was.
  if (header('x-slack-retry-num') !== undefined) return undefined;
  if (payload.has('event')) return eventPost(delivery);
  return payload.optionalText('user_name') === 'slackbot' ? undefined : formPost(delivery);
}

export const slack: Integration = {
  name: 'slack',
  displayName: 'Slack',
  options: [
    {
      key: 'channels_map_to_topics',
      label: 'Channels of Slack become topics (1) or channels (0)',
      type: 'text',
    },
  ],
  signature: 'slack',
  receive,
};
