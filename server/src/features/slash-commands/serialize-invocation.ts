/** The request to an outgoing webhook for a slash command, and its response. */
import { botInterfaces } from '../../../../wire/bots.ts';
import type { Channel, Organization, User } from '../../core/organization/index.ts';
import { type Body, objectIn } from '../outgoing-webhooks/index.ts';

export type Conversation = { channel: Channel; topic: string } | { people: readonly User[] };

export interface Invocation {
  /** With the slash. */
  command: string;
  /** The arguments. */
  text: string;
  bot: User;
  /** The user who runs the command. */
  user: User;
  organization: Organization;
  /** Host of the organization, with the port if its URL has one. */
  host: string;
  token: string;
  /** One of `botInterfaces`. */
  format: number;
  place: Conversation | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

export const invocationBody = (invocation: Invocation): Body =>
  invocation.format === botInterfaces.slack
    ? { contentType: 'application/x-www-form-urlencoded', text: slackForm(invocation).toString() }
    : { contentType: 'application/json', text: JSON.stringify(genericObject(invocation)) };

const genericObject = ({ command, text, bot, user, token, place }: Invocation) => ({
  data: `${command} ${text}`.trim(),
  trigger: 'slash_command',
  command,
  text,
  bot_email: bot.email,
  bot_full_name: bot.fullName,
  token,
  user: { id: user.id, email: user.email, full_name: user.fullName },
  conversation: place ? conversation(place) : null,
});

const conversation = (place: Conversation) =>
  'channel' in place
    ? {
        type: 'channel',
        stream_id: place.channel.id,
        stream_name: place.channel.name,
        topic: place.topic,
      }
    : { type: 'direct', user_ids: place.people.map(({ id }) => id) };

function slackForm({ command, text, user, organization, host, token, place, now }: Invocation) {
  const [id, name] =
    place && 'channel' in place ? [`C${place.channel.id}`, place.channel.name] : ['D0', 'directmessage'];
  return new URLSearchParams({
    token,
    team_id: `T${organization.id}`,
    team_domain: host,
    channel_id: id,
    channel_name: name,
    user_id: `U${user.id}`,
    user_name: user.fullName,
    command,
    text,
    trigger_word: 'slash_command',
    timestamp: String(Math.floor(now / 1000)),
  });
}

export interface CommandResponse {
  /** Markdown. */
  content: string;
  /** Post it to the conversation; otherwise only the user gets it. */
  isForAll: boolean;
}

/** @returns undefined if there is no message. @throws Unreadable */
export function parseResponse(text: string, format: number): CommandResponse | undefined {
  if (text.trim() === '') return undefined;
  const response = objectIn(text);
  if (response.response_not_required === true) return undefined;
  const content = format === botInterfaces.slack ? response.text : response.content;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  return { content, isForAll: response.response_type === 'in_channel' };
}
