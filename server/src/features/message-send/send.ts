/** Sends a message: rendered before the transaction, checked and stored within it. */
import type { SendMessageResponse, SendMessageParams } from '../../../../wire/messages.ts';
import { channelForPosting, getChannelAudience } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  channelChanged,
  channelRef,
  checkDirectAllowed,
  checkTopicAllowed,
  cleanTopic,
  participants,
  directFor,
  isForChannel,
  noteInTopic,
} from '../../core/messages/index.ts';
import {
  type Channel,
  type Principal,
  type User,
  checkKeyChannel,
  findNamed,
  currentUser,
} from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { givenWidget } from '../submessages/index.ts';
import { followWhereMentioned, noteParticipation } from '../user-topics/index.ts';
import { confirmEarlierCommits } from '../../db/earlier-commits.ts';
import { apiError } from '../../lib/errors.ts';
import { draftSources, prepareDraft } from './draft.ts';
import { resolveMentions } from './mentioned.ts';
import { sendKey, rememberSend, sentBefore } from './resend.ts';
import { firstAttempt, isMarkedRetry } from './retry.ts';
import { keepsUnread, storeMessage, type Posting } from './store-message.ts';

export type SendRequest = SendMessageParams & {
  idempotencyKey?: string | undefined;
  /** Repetitions are recognized by the key alone, whatever their content and destination. */
  isKeyEnough?: boolean;
  /** Origin of the organization as the sender reaches it: links to it become relative. */
  origin?: string | undefined;
  /** Called in the transaction that stores it. @throws what the sender gets, if it is not to be sent any more */
  confirm?: (tx: Tx) => Promise<void>;
};

/** Returns the id of the first message if this is a repetition. */
export async function sendMessage(
  app: AppContext,
  me: Principal,
  request: SendRequest,
  client: string,
): Promise<SendMessageResponse> {
  // Nothing is awaited for most users, so that messages sent in the same turn are stored in order.
  const asked = draftSources(app.db.read, me, request.content);
  const sources = asked ? await asked : {};
  const widget = request.widget_content === undefined ? undefined : givenWidget(request.widget_content);
  const linked = mediaProxy(app.secrets);
  const organizationUrl = request.origin;
  const draft = prepareDraft(me, request.content, { ...sources, linked, organizationUrl, widget });
  const store = async (tx: Tx): Promise<SendMessageResponse> => {
    const key = sendKey(request);
    const before = key === null ? undefined : await sentBefore(tx, me.id, key, request);
    if (before !== undefined) return repeat(tx, before);
    const sender = currentUser(tx.cache, me);
    if (me.key) checkKeyChannel(me, findChannelId(tx, request));
    await request.confirm?.(tx);
    const local =
      request.queue_id !== undefined && request.local_id !== undefined
        ? { queue_id: request.queue_id, local_id: request.local_id }
        : null;
    const reading = { keepsUnread: keepsUnread(client, request.read_by_sender) };
    const posting = { draft, client, local, reading };
    const retried = isMarkedRetry(request) ? await firstAttempt(tx, sender, request, posting) : undefined;
    if (retried !== undefined) return repeat(tx, retried);
    const sent = await (isForChannel(request)
      ? sendToChannel(tx, sender, request, posting)
      : sendDirect(tx, sender, request.to, posting));
    if (key !== null) await rememberSend(tx, me.id, key, { id: sent.id, request });
    return sent;
  };
  return app.db.write(me.orgId, me, store, { messages: 1 });
}

/** The first attempt may not have been acknowledged because nobody knew whether it was durable. */
async function repeat(tx: Tx, id: number): Promise<SendMessageResponse> {
  await confirmEarlierCommits(tx);
  return { id };
}

/** Undefined for direct messages, and for a name that no channel has, which a key of one channel must not find out. */
function findChannelId({ cache }: Tx, request: SendRequest): number | undefined {
  if (!isForChannel(request)) return undefined;
  const ref = channelRef(request.to);
  return typeof ref === 'number' ? ref : findNamed(cache.channels, ref)?.id;
}

export async function sendToChannel(
  tx: Tx,
  sender: User,
  { to, topic, subject }: Pick<SendMessageParams, 'to' | 'topic' | 'subject'>,
  posting: Posting,
): Promise<SendMessageResponse> {
  const channel = channelForPosting(tx.cache, sender, channelRef(to));
  const given = topic ?? subject;
  if (given === undefined) throw apiError('parameters.missing-topic');
  const name = cleanTopic(given);
  await checkTopicAllowed(tx, channel, sender, name);
  const mentions = await resolveMentions(tx, sender, posting.draft.rendered, { channel, topic: name });
  const placed = { channelId: channel.id, directId: null, topic: name, place: { channel } };
  const id = await storeMessage(tx, sender, { ...posting, mentions, placed });
  const policy = await noteParticipation(tx, sender, channel, name, 'sending');
  await noteInTopic(tx, channel.id, name, id);
  await followWhereMentioned(tx, channel, name, posting.draft.rendered.mentionedUsers);
  if (channel.firstMessageId === null || !channel.isRecentlyActive) await wakeChannel(tx, channel, id);
  return { id, ...(policy !== undefined && { automatic_new_visibility_policy: policy }) };
}

export async function sendDirect(
  tx: Tx,
  sender: User,
  to: SendMessageParams['to'],
  posting: Posting,
): Promise<SendMessageResponse> {
  const people = await participants(tx, tx.cache, sender, to);
  const directId = await directFor(tx, people);
  await checkDirectAllowed(tx, tx.cache, sender, { people, directId });
  const mentions = await resolveMentions(tx, sender, posting.draft.rendered, { people });
  const placed = { channelId: null, directId, topic: '', place: { directId, people } };
  return { id: await storeMessage(tx, sender, { ...posting, mentions, placed }) };
}

/** Updates the channel for its first message, or the first after a long silence. */
async function wakeChannel(tx: Tx, channel: Channel, messageId: number): Promise<void> {
  await tx.q
    .updateTable('channel')
    .set({ is_recently_active: 1, first_message_id: channel.firstMessageId ?? messageId })
    .where('id', '=', channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [channel.id] });
  const audience = getChannelAudience(channel);
  if (channel.firstMessageId === null)
    tx.emit(channelChanged(channel, 'first_message_id', messageId), audience);
  if (!channel.isRecentlyActive) tx.emit(channelChanged(channel, 'is_recently_active', true), audience);
}
