/** Messages as the API shows them. */
import { compatibleRecipientId } from './recipient-id.ts';
import type { Correspondent } from '../../../../wire/messages.ts';
import type { SharedMessage } from '../../events/message-event.ts';
import type { Channel, User } from '../../directory/types.ts';

export interface MessageFacts {
  id: number;
  sender: User;
  realm: string;
  client: string;
  sentAt: number;
  topic: string;
  isMe: boolean;
  /** Where it stands: a channel, or the people of a direct conversation. */
  place: { channel: Channel } | { directId: number; people: readonly User[] };
}

/** The fields that are the same for every reader, apart from the content. */
export function sharedMessage(facts: MessageFacts): SharedMessage {
  const { id, sender, realm, client, sentAt, topic, isMe, place } = facts;
  const common = {
    id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    sender_realm_str: realm,
    avatar_url: avatarUrl(sender),
    client,
    is_me_message: isMe,
    timestamp: Math.floor(sentAt / 1000),
    topic_links: [],
    reactions: [],
    submessages: [],
  };
  if ('channel' in place)
    return {
      ...common,
      type: 'stream',
      stream_id: place.channel.id,
      subject: topic,
      display_recipient: place.channel.name,
      recipient_id: compatibleRecipientId('channel', place.channel.id),
    };
  return {
    ...common,
    type: 'private',
    subject: '',
    display_recipient: place.people.map(correspondent),
    recipient_id: compatibleRecipientId('direct', place.directId),
  };
}

function correspondent(user: User): Correspondent {
  return { id: user.id, email: user.email, full_name: user.fullName, is_mirror_dummy: false };
}

/** Every picture is served from here, so that no reader's address reaches a third party. */
export function avatarUrl(user: Pick<User, 'id' | 'avatarVersion'>): string {
  return `/avatar/${user.id}?version=${user.avatarVersion}`;
}
