/** Typing notifications, for new messages and for edits. */
import type { SetTypingParams, TypingOp, EditTypingEvent } from '../../../../wire/typing.ts';
import { prepared } from '../../db/prepared.ts';
import { channelForPosting, channelInUse } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Audience, Tx, Emitted } from '../../core/log/index.ts';
import {
  checkKnown,
  cleanTopic,
  memberReaders,
  messageForReading,
  peopleIn,
} from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  userSetting,
  currentUser,
} from '../../core/organization/index.ts';
import { audienceAbout, leftOut } from '../../core/users/index.ts';
import { checkMayEditContent } from '../message-edit/index.ts';
import { apiError } from '../../lib/errors.ts';

/** In larger channels there would be too many events. */
const largestChannel = 100;

export async function setTyping(tx: Tx, me: Principal, params: SetTypingParams): Promise<void> {
  const user = currentUser(tx.cache, me);
  if (params.type === 'direct') await typeToPeople(tx, user, params);
  else await typeInChannel(tx, user, params);
}

function checkSendsTyping(user: User, kind: 'channel' | 'direct'): void {
  const name = kind === 'channel' ? 'send_stream_typing_notifications' : 'send_private_typing_notifications';
  if (!userSetting(user, name)) throw apiError('users.typing-disabled', { kind });
}

async function typeInChannel(
  tx: Tx,
  user: User,
  { op, stream_id: channelId, topic }: SetTypingParams,
): Promise<void> {
  if (channelId === undefined) throw apiError('parameters.missing-channel');
  if (topic === undefined) throw apiError('parameters.missing-topic');
  checkSendsTyping(user, 'channel');
  const channel = channelForPosting(tx.cache, user, channelInUse(tx.cache, user, channelId).id);
  const name = cleanTopic(topic);
  if (!isSmall(tx.cache, channel)) return;
  tx.emit(typingIn(user, op, channel, name), {
    channel: channel.id,
    except: [...deaf(tx.cache, tx.cache.members.findUsers(channel.id)), ...(await unaware(tx, [user]))],
  });
}

/** Guests to whom one of these people is hidden: the event names them with their addresses. */
async function unaware(tx: Tx, people: readonly User[]): Promise<number[]> {
  const guests: number[] = [];
  for (const user of people) guests.push(...(leftOut(tx.cache, await audienceAbout(tx, user))?.users ?? []));
  return guests;
}

const isSmall = ({ members }: OrganizationCache, { id }: Channel): boolean =>
  members.getCount(id) <= largestChannel;

/** Users who disabled typing notifications. */
function deaf({ users }: OrganizationCache, ids: Iterable<number>): number[] {
  return [...ids].filter((id) => {
    const user = users.get(id);
    return user !== undefined && !userSetting(user, 'receives_typing_notifications');
  });
}

async function typeToPeople(tx: Tx, user: User, { op, to }: SetTypingParams): Promise<void> {
  if (to === undefined) throw apiError('parameters.missing-one', { name: 'to' });
  if (to.length === 0) throw apiError('recipients.empty-list');
  const ids = [...new Set([...to, user.id])].sort((a, b) => a - b);
  refuseAboveLimit('recipients.too-many', 0, ids.length);
  checkSendsTyping(user, 'direct');
  const people = ids.map((id) => {
    const found = tx.cache.users.get(id);
    if (!found) throw apiError('users.invalid-recipient-id', { id });
    return found;
  });
  await checkKnown(tx, user, people);
  const except = [...deaf(tx.cache, ids), ...(await unaware(tx, people))];
  tx.emit(typingDirectly(user, op, people), { users: ids, except });
}

const sentAt = prepared<{ id: number }>()((q, p) =>
  q.selectFrom('message').select('sent_at').where('id', '=', p.id),
);

/**
 * Emits to the readers of the message that a user with permission to edit it is typing.
 * @throws ApiError, the same for an unreadable message and one that does not exist
 */
export async function setEditTyping(tx: Tx, me: Principal, id: number, op: TypingOp): Promise<void> {
  const { row, channel, user } = await messageForReading(tx, me, id);
  if (channel?.isArchived) throw apiError('messages.not-found');
  const sent = await tx.first(sentAt, { id });
  if (!sent) throw apiError('messages.not-found');
  checkMayEditContent(tx, user, { ...row, sentAt: sent.sent_at });
  checkSendsTyping(user, channel ? 'channel' : 'direct');
  if (!channel) {
    const users = await peopleIn(tx, row.direct_id ?? 0);
    const event = editingIn(user, op, id, { type: 'direct', user_ids: users });
    tx.emit(event, { users, except: deaf(tx.cache, users) });
    return;
  }
  if (!isSmall(tx.cache, channel)) return;
  const event = editingIn(user, op, id, { type: 'channel', channel_id: channel.id, topic: row.topic });
  const silent = deaf(tx.cache, tx.cache.members.findUsers(channel.id));
  for (const { ids, audience } of await memberReaders(tx, channel, [id]))
    if (ids.length > 0) tx.emit(event, without(audience, silent));
}

const without = ({ except = [], channel, users }: Audience, some: readonly number[]): Audience => ({
  ...(channel === undefined ? {} : { channel }),
  ...(users === undefined ? {} : { users }),
  except: [...except, ...some],
});

// Typing events in the format of the API.

const getPerson = (user: User) => ({ user_id: user.id, email: user.email });

function typingDirectly(sender: User, op: TypingOp, people: readonly User[]): Emitted {
  return {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: getPerson(sender),
    recipients: people.map(getPerson),
  };
}

function typingIn(sender: User, op: TypingOp, channel: Channel, topic: string): Emitted {
  return {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: getPerson(sender),
    stream_id: channel.id,
    topic,
  };
}

function editingIn(
  sender: User,
  op: TypingOp,
  messageId: number,
  recipient: EditTypingEvent['recipient'],
): Emitted {
  return { type: 'typing_edit_message', op, sender_id: sender.id, message_id: messageId, recipient };
}
