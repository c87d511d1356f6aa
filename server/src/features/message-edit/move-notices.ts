/** Messages of the notification bot in topics whose messages moved. */
import { isWrittenWith } from '../../lib/client-programs.ts';
import { canReadAt, reachIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { topicRefusal } from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  textsOfOrganization,
} from '../../core/organization/index.ts';
import {
  type Reading,
  asCode,
  draftFor,
  draftSources,
  getMention,
  notificationBot,
  sendToChannel,
} from '../message-send/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { messageUrl } from '../../lib/markdown/links/narrow-url.ts';
import { nameKey } from '../../lib/text.ts';
import type { Move } from './move.ts';
import { idsToMove } from './move-rows.ts';

/** The client name of these messages. */
const client = 'Internal';

export interface Thread {
  channel: Channel;
  topic: string;
}

/** As requested, and the client program that requested it. */
interface MoveNotice {
  notifiesOld: boolean;
  notifiesNew: boolean;
  client: string;
}

/** Notices are read for the user who moved the messages, unless a script did with their key. */
export async function notifyMoved(
  tx: Tx,
  user: User,
  move: Move,
  { notifiesOld, notifiesNew, client: program }: MoveNotice,
): Promise<void> {
  const isWhole = move.mode === 'change_all' || (await countIn(tx, user, move.from)) === 0;
  const isAlone = isWhole && (await countIn(tx, user, move.to)) === move.ids.length;
  const reading = { readBy: isWrittenWith(program) ? [user.id] : [] };
  const from = isKnownToReaders(tx.cache, move) ? linkTo(move.from) : undefined;
  const facts = { t: textsOfOrganization(tx.cache), move, by: getMention(user) };
  if (notifiesNew) await post(tx, user, move.to, arrivedText(facts, isAlone, from), reading);
  if (notifiesOld) await post(tx, user, move.from, leftText(facts, isWhole, linkTo(move.to)), reading);
}

/** Messages of a topic that the author may read, so that the notice reveals no others. */
async function countIn(tx: Tx, user: User, { channel, topic }: Thread): Promise<number> {
  const receivedBy = reachIn(tx.cache, channel, user) === 'all' ? undefined : user.id;
  const place = { channelId: channel.id, topicKey: nameKey(topic), after: 0 };
  return (await idsToMove(tx, { ...place, receivedBy })).length;
}

/** Whether all readers of the destination could read the messages where they were. */
function isKnownToReaders(
  cache: OrganizationCache,
  { from: { channel: from }, to: { channel: to }, ids: [first = 0] }: Move,
): boolean {
  if (from.id === to.id) return true;
  if (to.isWebPublic && !from.isWebPublic) return false;
  const readers = [...cache.users.values()].filter(
    (user) => user.isActive && reachIn(cache, to, user) !== 'none',
  );
  return readers.every((user) => canReadAt(cache, from, user, first));
}

interface Facts {
  t: Texts;
  move: Move;
  /** Who moved them, as a mention. */
  by: string;
}

/**
 * @param isAlone A whole topic was moved to a new topic.
 * @param from Link to the previous topic; undefined if some readers cannot see it.
 */
function arrivedText({ t, move, by: user }: Facts, isAlone: boolean, from: string | undefined): string {
  const { length: count } = move.ids;
  const url = getUrl(move);
  if (from === undefined) {
    if (isAlone) return t('notices.topicArrived', { user });
    return count === 1
      ? t('notices.messageArrived', { user, url })
      : t('notices.messagesArrived', { user, count });
  }
  if (isAlone) return t('notices.topicArrivedFrom', { user, place: from });
  return count === 1
    ? t('notices.messageArrivedFrom', { user, url, place: from })
    : t('notices.messagesArrivedFrom', { user, count, place: from });
}

function leftText({ t, move, by: user }: Facts, isWhole: boolean, place: string): string {
  const { length: count } = move.ids;
  if (isWhole) return t('notices.topicLeft', { user, place });
  return count === 1
    ? t('notices.messageLeft', { user, url: getUrl(move), place })
    : t('notices.messagesLeft', { user, count, place });
}

const getUrl = ({ to, messageId }: Move): string => messageUrl(to.channel, to.topic, messageId);

/** Names with special characters are shown as code: as text they could contain links and formats. */
const linkTo = ({ channel, topic }: Thread): string =>
  /[*>]/.test(channel.name) || topic.includes('*')
    ? asCode(`#${channel.name} > ${topic}`)
    : `#**${channel.name}>${topic}**`;

/** Rendered with the access of the author, who sees both channels. Not sent if the topic cannot be used. */
export async function post(
  tx: Tx,
  author: User,
  { channel, topic }: Thread,
  text: string,
  reading: Reading,
): Promise<void> {
  if (topicRefusal(tx.cache, channel, topic) !== undefined) return;
  const reader = { id: author.id, orgId: tx.orgId, user: author, cache: tx.cache };
  const sources = await draftSources(tx, reader, text);
  const draft = draftFor(tx, author, text, sources);
  await sendToChannel(tx, notificationBot(tx), { to: channel.id, topic }, { draft, client, reading });
}
