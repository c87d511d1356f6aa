/** Moves messages to another topic or channel. */
import type { PropagateMode } from '../../../../wire/edits.ts';
import { channelForPosting, channelInUse, reachIn } from '../../core/channels/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import { checkTopicAllowed, messagesHidden } from '../../core/messages/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/text.ts';
import type { EditedMessage, RequestedEdit } from './requested-edit.ts';
import { keepReadState } from './move-read.ts';
import { checkMayMove, isResolution } from './move-rights.ts';
import { idsToMove, moveRows, moveTopics } from './move-rows.ts';
import { findLosingAccess, type Share } from './move-visibility.ts';
import type { PlaceChange } from './serialize-edits.ts';

export interface Move extends PlaceChange {
  /** In order. */
  ids: readonly number[];
  messageId: number;
  /** The whole topic is only resolved or unresolved. */
  isResolution: boolean;
}

/**
 * @returns undefined if the messages stay where they are
 * @throws ApiError if they may not be moved, not to that destination, or no longer
 */
export async function plannedMove(
  tx: Tx,
  user: User,
  channel: Channel | undefined,
  message: EditedMessage,
  wanted: Pick<RequestedEdit, 'topic' | 'channelId' | 'propagate_mode' | 'others'>,
): Promise<Move | undefined> {
  if (!channel) {
    refuseForDirect(wanted);
    return undefined;
  }
  const topic = wanted.topic ?? message.topic;
  const isElsewhere = wanted.channelId !== undefined && wanted.channelId !== channel.id;
  if (topic === message.topic && !isElsewhere) return undefined;
  const to = isElsewhere ? channelForMoving(tx, user, wanted.channelId ?? 0) : channel;
  const place: PlaceChange = {
    from: { channel, topic: message.topic },
    to: { channel: to, topic },
    mode: wanted.propagate_mode,
  };
  const isToggled = !isElsewhere && isResolution(message.topic, topic);
  const whole = isToggled ? await idsInTopic(tx, place.from) : [];
  const isWhole = isToggled && place.mode === 'change_all';
  const ids = isWhole ? whole : await movable(tx, user, place, message.id, wanted.others);
  // Part of a topic under another mark is a topic of its own.
  const isResolved = isToggled && ids.length === whole.length;
  if (!isResolved) await checkTopicAllowed(tx, to, user, topic);
  await checkMayMove(tx, user, {
    ...place,
    sentAt: message.sentAt,
    ids,
    isToggled,
    isResolution: isResolved,
  });
  return { ...place, ids, messageId: message.id, isResolution: isResolved };
}

/** Also those that the author may not read: a topic is resolved for all its readers. */
const idsInTopic = (tx: Tx, { channel, topic }: PlaceChange['from']): Promise<number[]> =>
  idsToMove(tx, { channelId: channel.id, topicKey: nameKey(topic), after: 0, receivedBy: undefined });

function refuseForDirect({ topic, channelId }: Pick<RequestedEdit, 'topic' | 'channelId'>): void {
  if (topic !== undefined && topic !== '') throw apiError('messages.direct-no-topic');
  if (channelId !== undefined) throw apiError('messages.direct-not-to-channel');
}

function channelForMoving(tx: Tx, user: User, id: number): Channel {
  return channelForPosting(tx.cache, user, channelInUse(tx.cache, user, id).id);
}

/**
 * The messages to move: those of the topic that the author may read, as selected by the mode.
 * @param others Ids that were selected together with the message.
 * @throws ApiError if one of them is not in the topic, or not readable by the author
 */
async function movable(
  tx: Tx,
  user: User,
  { from, mode }: { from: PlaceChange['from']; mode: PropagateMode },
  messageId: number,
  others: readonly number[],
): Promise<number[]> {
  if (mode === 'change_one' && others.length === 0) return [messageId];
  const chosen = new Set([messageId, ...others]);
  const isWhole = reachIn(tx.cache, from.channel, user) === 'all';
  const readable = await idsToMove(tx, {
    channelId: from.channel.id,
    topicKey: nameKey(from.topic),
    after: mode === 'change_all' ? 0 : Math.min(...chosen) - 1,
    receivedBy: isWhole ? undefined : user.id,
  });
  if (mode !== 'change_one') return readable;
  const ids = readable.filter((id) => chosen.has(id));
  if (ids.length < chosen.size) throw apiError('messages.not-found');
  return ids;
}

/** @returns who loses access to which of them */
export async function moveMessages(
  tx: Tx,
  move: Pick<Move, 'from' | 'to' | 'ids' | 'isResolution'>,
): Promise<Share[]> {
  const { from, to, ids } = move;
  const isElsewhere = from.channel.id !== to.channel.id;
  const lost = isElsewhere ? await findLosingAccess(tx, from.channel, to.channel, ids) : [];
  await moveRows(tx, to, ids, !move.isResolution);
  await moveTopics(tx, move);
  if (!isElsewhere) return lost;
  await keepReadState(tx, from.channel.id, to.channel.id, ids);
  for (const { users, ids: gone } of lost) await trigger(tx, messagesHidden, { ids: gone, userIds: users });
  return lost;
}
