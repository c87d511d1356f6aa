/** What the notification bot says in topics whose messages moved, or that were settled. */
import { resolvedMark } from '../../../../wire/edits.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import type { Channel, User } from '../../directory/types.ts';
import { messageUrl } from '../../markdown/narrow-url.ts';
import { nameKey } from '../../text.ts';
import { draftFor, mentionOf, notificationBot } from '../subscriptions/notify.ts';
import { eraseMessages } from './erase.ts';
import type { Move } from './move.ts';
import { idsToMove } from './move-rows.ts';
import { sendToChannel } from './send.ts';
import { topicRefusal } from './topics.ts';

/** The name of the program that such messages come from. */
const client = 'Internal';

interface Thread {
  channel: Channel;
  topic: string;
}

/** Settling a topic is always told, in the topic; moves are told where the author wishes it. */
export async function tellMoved(
  tx: Tx,
  user: User,
  move: Move,
  { tellsOld, tellsNew }: { tellsOld: boolean; tellsNew: boolean },
): Promise<void> {
  if (move.isResolution) {
    await tellResolution(tx, user, move);
    return;
  }
  const isWhole = await isEmptied(tx, move.from);
  const by = mentionOf(user);
  if (tellsNew) await post(tx, user, move.to, arrivedText(move, isWhole, linkTo(move.from), by));
  if (tellsOld) await post(tx, user, move.from, leftText(move, isWhole, linkTo(move.to), by));
}

/** Nothing is left of the old topic. */
async function isEmptied(tx: Tx, { channel, topic }: Thread): Promise<boolean> {
  const topicKey = nameKey(topic);
  const left = await idsToMove(tx, { channelId: channel.id, topicKey, after: 0, receivedBy: undefined });
  return left.length === 0;
}

function arrivedText({ ids, to, messageId }: Move, isWhole: boolean, from: string, by: string): string {
  if (isWhole) return `This topic was moved here from ${from} by ${by}.`;
  const [only] = ids;
  if (ids.length === 1 && only !== undefined)
    return `[A message](${messageUrl(to.channel, to.topic, messageId)}) was moved here from ${from} by ${by}.`;
  return `${ids.length} messages were moved here from ${from} by ${by}.`;
}

function leftText({ ids, to, messageId }: Move, isWhole: boolean, there: string, by: string): string {
  if (isWhole) return `This topic was moved to ${there} by ${by}.`;
  if (ids.length === 1)
    return `[A message](${messageUrl(to.channel, to.topic, messageId)}) was moved from this topic to ${there} by ${by}.`;
  return `${ids.length} messages were moved from this topic to ${there} by ${by}.`;
}

/** Names with characters that mean something in a link stand as they are. */
const linkTo = ({ channel, topic }: Thread): string =>
  /[*>]/.test(channel.name) || topic.includes('*')
    ? `#${channel.name} > ${topic}`
    : `#**${channel.name}>${topic}**`;

/** Rendered as the author sees it, for whom both channels have names. What a topic does not take is not said. */
async function post(tx: Tx, author: User, { channel, topic }: Thread, text: string): Promise<void> {
  if (topicRefusal(tx.directory, channel, topic) !== undefined) return;
  const draft = draftFor(tx, author, text);
  await sendToChannel(tx, notificationBot(tx), { to: channel.id, topic }, draft, client, null);
}

/** Who takes a settlement back at once has nothing to say. */
const graceMs = 60_000;

async function tellResolution(tx: Tx, user: User, { to }: Move): Promise<void> {
  const notice = await freshNotice(tx, to);
  if (notice !== undefined) {
    await eraseMessages(tx, to, [notice]);
    return;
  }
  const state = to.topic.startsWith(resolvedMark) ? 'resolved' : 'unresolved';
  await post(tx, user, to, `${mentionOf(user)} has marked this topic as ${state}.`);
}

const newestInTopic = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id', 'content', 'sent_at'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The bot's own last word on this, if nobody said anything since and it is not old. */
async function freshNotice(tx: Tx, { channel, topic }: Thread): Promise<number | undefined> {
  const newest = await tx.first(newestInTopic, { channel_id: channel.id, topic_key: nameKey(topic) });
  if (newest?.sender_id !== notificationBot(tx).id || tx.now - newest.sent_at > graceMs) return undefined;
  return / has marked this topic as (?:un)?resolved\.$/.test(newest.content) ? newest.id : undefined;
}
