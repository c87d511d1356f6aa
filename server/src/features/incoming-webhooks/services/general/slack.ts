/** Messages of Slack, by its Events API and by its older outgoing webhooks. */
import {
  DirectResponse,
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { bold, type Markup, md, ownMarkdown, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';
import { slackContent, slackFile, slackMarkdown } from './slack-content.ts';

const general = 'Message from Slack';

/** Options of the address map Slack's channel to a topic or channel. */
function placed(post: Omit<Post, 'topic'>, channel: string | undefined, mapped: unknown): Post {
  if (mapped === undefined || channel === undefined) return { ...post, topic: general };
  const isTopic = mapped === true || mapped === 1;
  return isTopic ? { ...post, topic: `channel: ${channel}` } : { ...post, topic: general, channel };
}

/** Subtypes whose text says all of it, as Slack shows it. */
const said: ReadonlySet<string> = new Set(
  'me_message bot_message channel_archive channel_join channel_leave channel_name channel_purpose channel_topic channel_unarchive reminder_add'.split(
    ' ',
  ),
);
/** Messages of people that have more than a text. */
const written: ReadonlySet<string> = new Set(['', 'file_share', 'thread_broadcast', 'file_comment']);
/** Slack shows these to programs only. */
const unseen: ReadonlySet<string> = new Set(['message_deleted', 'message_replied']);

function content(message: Payload): Markup {
  const who = bold(
    message.firstText('user_name', 'user_profile.display_name', 'username', 'user') ?? 'Someone',
  );
  const body = slackContent(message);
  const files = message.list('files').map(slackFile);
  return paragraphs(body.text === '' ? md`${who}:` : md`${who}: ${body}`, ...files);
}

function eventPost({ payload, params }: Delivery): ReadResult {
  const event = payload.text('event.type');
  if (event !== 'message' && event !== 'app_mention') throw new UnsupportedEvent(event);
  const message = payload.at('event');
  const subtype = message.optionalText('subtype') ?? '';
  if (unseen.has(subtype)) return nothing('unseen');
  if (isOwnMessage(payload, subtype)) return nothing('ownMessage');
  if (subtype === 'message_changed') return editPost(message, payload, params.channels_map_to_topics);
  if (!written.has(subtype) && !said.has(subtype)) throw new UnsupportedEvent(`message.${subtype}`);
  return placed(
    { event: 'message', content: content(message) },
    message.optionalText('channel'),
    params.channels_map_to_topics,
  );
}

/** Messages of apps other than the one that sends these events are not those of a bridge to this server. */
function isOwnMessage(payload: Payload, subtype: string): boolean {
  if (!payload.has('event.bot_id') && subtype !== 'bot_message') return false;
  const app = payload.firstText('event.app_id', 'event.bot_profile.app_id');
  return app === undefined || app === payload.optionalText('api_app_id');
}

/** Slack also sends this when it has added a preview. */
function editPost(event: Payload, payload: Payload, mapped: unknown): ReadResult {
  const [before, after] = [event.optionalText('previous_message.text'), event.optionalText('message.text')];
  if (before === after || payload.has('event.message.bot_id')) return nothing('unseen');
  const who = bold(event.firstText('message.user_name', 'message.user') ?? 'Someone');
  const edited = md`${who} edited: ${slackContent(event.at('message'))}`;
  return placed({ event: 'message', content: edited }, event.optionalText('channel'), mapped);
}

function formPost({ payload, params }: Delivery): Post {
  const text = ownMarkdown(slackMarkdown(payload.text('text')));
  return placed(
    { event: 'message', content: md`${bold(payload.text('user_name'))}: ${text}` },
    payload.optionalText('channel_name'),
    params.channels_map_to_topics,
  );
}

function receive(delivery: Delivery): ReadResult {
  const { payload, header } = delivery;
  if (payload.optionalText('type') === 'url_verification')
    return new DirectResponse({ challenge: payload.text('challenge') });
  // After a timeout, the first attempt was received, however late its response was. After other failures it was not.
  const retried = header('x-slack-retry-num') !== undefined;
  if (retried && (header('x-slack-retry-reason') ?? 'http_timeout') === 'http_timeout')
    return nothing('repeated');
  if (payload.has('event')) return eventPost(delivery);
  return payload.optionalText('user_name') === 'slackbot' ? nothing('ownMessage') : formPost(delivery);
}

export const slack: Integration = {
  name: 'slack',
  displayName: 'Slack',
  shaped: ['message', 'app_mention'],
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
