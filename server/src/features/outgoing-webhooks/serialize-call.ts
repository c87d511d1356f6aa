/** The request to an outgoing webhook bot, and its response. */
import { botInterfaces } from '../../../../wire/bots.ts';
import { type MessageFacts, sharedMessage } from '../../core/messages/index.ts';
import type { Organization, User } from '../../core/organization/index.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

export type Trigger = 'mention' | 'direct_message' | 'slash_command';

export interface Call {
  bot: User;
  organization: Organization;
  /** Host of the organization, with the port if its URL has one. */
  host: string;
  trigger: Trigger;
  token: string;
  /** One of `botInterfaces`. */
  format: number;
  facts: MessageFacts;
  /** Markdown. */
  content: string;
  /** HTML. */
  rendered: string;
}

export interface Body {
  contentType: string;
  text: string;
}

export const readBody = (call: Call): Body =>
  call.format === botInterfaces.slack
    ? { contentType: 'application/x-www-form-urlencoded', text: slackForm(call).toString() }
    : { contentType: 'application/json', text: JSON.stringify(genericObject(call)) };

const genericObject = ({ bot, trigger, token, facts, content, rendered }: Call) => ({
  data: content,
  message: { ...sharedMessage(facts), content, content_type: 'text/x-markdown', rendered_content: rendered },
  bot_email: bot.email,
  bot_full_name: bot.fullName,
  token,
  trigger,
});

function slackForm({ bot, organization, host, trigger, token, facts, content }: Call): URLSearchParams {
  const { place, sender, sentAt } = facts;
  const seconds = String(Math.floor(sentAt / 1000));
  const [channelId, channelName] =
    'channel' in place
      ? [`C${place.channel.id}`, place.channel.name]
      : [`D${place.directId}`, 'directmessage'];
  return new URLSearchParams({
    token,
    team_id: `T${organization.id}`,
    team_domain: host,
    channel_id: channelId,
    channel_name: channelName,
    thread_ts: seconds,
    timestamp: seconds,
    user_id: `U${sender.id}`,
    user_name: sender.fullName,
    text: content,
    trigger_word: trigger,
    service_id: String(bot.id),
  });
}

/** The response is invalid; the message is shown to people. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** A message that a bot responded with. */
export interface Reply {
  /** Markdown. */
  text: string;
  /** JSON of the widget that is shown instead of the text. */
  widget: string | undefined;
}

/** @returns undefined if the bot sends no message. @throws Unreadable */
export function replyIn(text: string, format: number): Reply | undefined {
  if (text.trim() === '') return undefined;
  const response = objectIn(text);
  if (response.response_not_required === true) return undefined;
  // COMPAT(old bots): `response_string` is the earlier name of `content`.
  const said =
    format === botInterfaces.slack ? response.text : (response.content ?? response.response_string);
  if (typeof said !== 'string' || said.trim() === '') return undefined;
  const { widget_content: widget } = response;
  return { text: said, widget: typeof widget === 'string' ? widget : undefined };
}

export function objectIn(text: string): Record<string, unknown> {
  let response: unknown;
  try {
    response = parseForeignJson(text);
  } catch {
    throw new Unreadable('It did not respond with JSON.');
  }
  if (!isObject(response)) throw new Unreadable('It did not respond with a JSON object.');
  return response;
}
