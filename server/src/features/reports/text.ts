/** What the notification bot says of a reported message. */
import type { Channel, User } from '../../directory/types.ts';
import { messageUrl } from '../../markdown/narrow-url.ts';

/** A message, and where it stands. */
export interface Reported {
  id: number;
  sender: User;
  /** Milliseconds since 1970. */
  sentAt: number;
  content: string;
  place: { channel: Channel; topic: string } | { people: readonly User[] };
}

export interface Report extends Reported {
  reporter: User;
  /** The name of the kind of report. */
  reason: string;
  description: string;
}

/** Markdown. What others have written is quoted, where it mentions nobody and ends with its quotation. */
export function reportText(report: Report): string {
  const { id, reporter, sender, sentAt, reason, description, content, place } = report;
  const time = `<time:${new Date(sentAt).toISOString()}>`;
  const others = 'people' in place ? place.people.filter((user) => user.id !== sender.id) : [];
  const to = others.length === 0 ? '' : ` to ${others.map(mentionOf).join(', ')}`;
  const url =
    'channel' in place
      ? messageUrl(place.channel, place.topic, id)
      : `/#narrow/dm/${place.people.map((user) => user.id).join(',')}-dm/near/${id}`;
  return [
    `${mentionOf(reporter)} reported a message sent by ${mentionOf(sender)}${to} at ${time}.`,
    quoted(description === '' ? `**${reason}**` : `**${reason}**. ${description}`),
    `[Original message](${url}):`,
    quoted(content),
  ].join('\n\n');
}

const mentionOf = (user: User): string => `@_**${user.fullName}|${user.id}**`;

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
