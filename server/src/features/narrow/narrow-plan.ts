/**
 * Plans the sources of the messages of a narrow, so that an index finds them and only readable ones are read. Every
 * source yields readable messages only. Without a channel these are the messages that the reader received. A channel
 * has its whole readable history, and so do `channels:public` and the like; `id`, a list of ids, and the reader's own
 * flags reach everything readable.
 */
import { sql } from 'kysely';
import { resolvedMark, topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import type { Db } from '../../db/db.ts';
import { beginsWith, inList } from '../../db/sql.ts';
import { type Reach, reachIn } from '../../core/channels/index.ts';
import {
  type Reader,
  type ReceivingChannels,
  readableChannels,
  receivedBy,
  receivingChannels,
  visibleTo,
} from '../../core/messages/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import { flagBit, mentionBits } from '../../core/read-state/index.ts';
import { mutedChannels } from '../user-topics/index.ts';
import { checkCombination } from '../../lib/narrow/parse.ts';
import type { IsOperand, Term } from '../../lib/narrow/terms.ts';
import {
  channelsThatAre,
  listConditions,
  refuseHiddenAddresses,
  resolveTerm,
  mentionedWithMany,
  findUser,
  type Condition,
} from './narrow-clauses.ts';
import { withoutWith } from './narrow-with.ts';
import { byIndex, type ByIndex, type WordFilter } from './narrow-words.ts';

/** Restricts a source to topics listed in a table, joined by `picked.channel_id` and `picked.topic_key`. */
export interface Topics {
  table: 'topic' | 'user_topic';
  are: Condition;
}

/** A set of messages and its index. `unread` excludes the reader's own messages, and all up to the read floors. */
export type Source =
  | { from: 'channels'; channelIds: readonly number[]; topics?: Topics | undefined }
  | { from: 'spans'; channels: ReceivingChannels; topics?: Topics | undefined; unread?: boolean }
  | { from: 'directs'; directId?: number | undefined; unread?: boolean }
  | { from: 'flags'; userId: number; bits: number; and: Condition }
  /** `isPicked`: selected by id, so there are few. `isInOrder`: read by id alone, since most of them are wanted. */
  | { from: 'messages'; and: Condition; isPicked?: true; isInOrder?: true };

export interface Plan {
  sources: readonly Source[];
  /** Every message of the narrow satisfies all of them. */
  conditions: readonly Condition[];
  /** The same messages found in the order of their ids, which is faster for a person to whom most of them came. */
  dense?: readonly Source[] | undefined;
  /** true: only unread messages; false: only read ones. */
  unread: boolean | null;
  /** One index returns the messages in order of ids without skipping rows. */
  isInOrder: boolean;
  words: readonly WordFilter[];
  /** How the word index finds the messages that it covers. */
  byIndex: ByIndex | undefined;
}

const nothing: Plan = {
  sources: [],
  conditions: [],
  unread: null,
  isInOrder: true,
  words: [],
  byIndex: undefined,
};

interface PlanInput {
  db: Db;
  reader: Reader;
  terms: readonly Term[];
  channel: Channel | undefined;
  reach: Reach | undefined;
  directId: number | undefined;
  messageIds: readonly number[] | undefined;
}

/** @throws NarrowError for invalid terms. */
export async function planNarrow(
  db: Db,
  reader: Reader,
  given: readonly Term[],
  messageIds?: readonly number[],
): Promise<Plan> {
  const terms = await withoutWith(db, reader, given);
  checkCombination(terms);
  await refuseHiddenAddresses(db, reader, terms);
  const clauses = await Promise.all(terms.map((term) => resolveTerm(db, reader, term)));
  const unread = getUnread(terms);
  const positive = clauses.filter(({ term }) => !term.negated);
  const channel = positive.find((clause) => clause.channel)?.channel;
  const reach = channel && reachIn(reader.cache, channel, reader.user);
  const directId = positive.find((clause) => clause.directId !== undefined)?.directId;
  const searches = clauses.flatMap(({ term: { negated }, query }) => (query ? { query, negated } : []));
  if (unread === 'never' || reach === 'none' || directId === null) return nothing;
  if (searches.some((search) => !search.negated && hasNoWord(search))) return nothing;
  const input = { db, reader, terms, channel, reach, directId, messageIds };
  const places = bySelection(input) ?? byUnread(input) ?? byPlace(input);
  const { sources, dense } = places ? { sources: places } : await byReceiving(input);
  const words = searches.filter((search) => !hasNoWord(search));
  const sender = terms.find((term) => term.op === 'sender' && !term.negated);
  const senderId = sender?.op === 'sender' ? findUser(reader, sender.operand).id : undefined;
  return {
    sources,
    dense,
    conditions: listConditions(db, reader, clauses),
    unread,
    words,
    byIndex: await byIndex(db, reader, { sources, unread, words }, senderId),
    isInOrder:
      messageIds === undefined && (reach === 'all' || directId !== undefined) && terms.every(isPlace),
  };
}

/** A query of punctuation alone, which matches no message. */
const hasNoWord = ({ query: { wanted, unwanted } }: WordFilter): boolean =>
  wanted.length + unwanted.length === 0;

const isPlace = ({ op, negated }: Term): boolean =>
  op === 'near' || (!negated && (op === 'channel' || op === 'topic' || op === 'dm'));

function getUnread(terms: readonly Term[]): boolean | null | 'never' {
  const wanted = new Set(
    terms.filter((term) => term.op === 'is' && term.operand === 'unread').map((term) => !term.negated),
  );
  return wanted.size === 2 ? 'never' : ([...wanted][0] ?? null);
}

const hasTerm = ({ terms }: PlanInput, op: Term['op']): boolean =>
  terms.some((term) => term.op === op && !term.negated);
const hasIsTerm = ({ terms }: PlanInput, operand: IsOperand, { negated = false } = {}): boolean =>
  terms.some((term) => term.op === 'is' && term.operand === operand && term.negated === negated);

/** Sources for terms that select few messages: ids, and flags of the reader. */
function bySelection(input: PlanInput): Source[] | undefined {
  const { db, reader, messageIds } = input;
  const visible = () => visibleTo(db.dialect, reader);
  if (messageIds)
    return [
      {
        from: 'messages',
        isPicked: true,
        and: sql<boolean>`${inList(db.dialect, 'message.id', messageIds)} AND ${visible()}`,
      },
    ];
  if (hasTerm(input, 'id')) return [{ from: 'messages', isPicked: true, and: visible() }];
  const flags = (bits: number): Source => ({ from: 'flags', userId: reader.id, bits, and: visible() });
  if (hasIsTerm(input, 'starred')) return [flags(flagBit.starred)];
  if (hasIsTerm(input, 'alerted')) return [flags(flagBit.hasAlertWord)];
  if (!hasIsTerm(input, 'mentioned')) return undefined;
  const withMany = sql<boolean>`${mentionedWithMany(db, reader)} AND ${visible()}`;
  return [flags(mentionBits), { from: 'messages', and: withMany }];
}

function byUnread(input: PlanInput): Source[] | undefined {
  const { db, reader, channel, directId } = input;
  if (!hasIsTerm(input, 'unread')) return undefined;
  const sources: Source[] = [
    { from: 'flags', userId: reader.id, bits: flagBit.keptUnread, and: visibleTo(db.dialect, reader) },
  ];
  // Nothing is unread where the person is no longer.
  const channels = channel ? { only: [channel.id] } : { left: [], lost: [] };
  if (!isOnlyDirect(input)) sources.push({ from: 'spans', channels, unread: true });
  if (!isOnlyInChannels(input)) sources.push({ from: 'directs', directId, unread: true });
  return sources;
}

const isOnlyDirect = (input: PlanInput): boolean =>
  input.directId !== undefined || hasTerm(input, 'dm-including') || hasIsTerm(input, 'dm');

const isOnlyInChannels = (input: PlanInput): boolean =>
  input.channel !== undefined ||
  hasTerm(input, 'topic') ||
  hasTerm(input, 'channels') ||
  hasIsTerm(input, 'resolved') ||
  hasIsTerm(input, 'muted') ||
  hasIsTerm(input, 'followed') ||
  hasIsTerm(input, 'dm', { negated: true });

function byPlace(input: PlanInput): Source[] | undefined {
  const { reader, channel, reach, directId } = input;
  const topics = getTopics(input);
  if (channel && reach === 'all') return [{ from: 'channels', channelIds: [channel.id], topics }];
  if (channel) return [{ from: 'spans', channels: { only: [channel.id] }, topics }];
  if (directId !== undefined) return [{ from: 'directs', directId }];
  const kinds = input.terms.find((term) => term.op === 'channels' && !term.negated);
  if (kinds?.op !== 'channels') return undefined;
  const { all, spans } = readableChannels(reader);
  const wanted = new Set(channelsThatAre(reader, kinds.operand));
  return [
    { from: 'channels', channelIds: all.filter((id) => wanted.has(id)), topics },
    { from: 'spans', channels: { only: spans.filter((id) => wanted.has(id)) }, topics },
  ];
}

async function byReceiving(input: PlanInput): Promise<Pick<Plan, 'sources' | 'dense'>> {
  const { db, reader } = input;
  if (isOnlyDirect(input)) return { sources: [{ from: 'directs' }] };
  const channels = await receivingChannels(db, reader);
  const and = receivedBy(db.dialect, reader, channels);
  const mentions = input.terms.find((term) => term.op === 'mentions' && !term.negated);
  if (mentions?.op === 'mentions') {
    const userId = findUser(reader, mentions.operand).id;
    return { sources: [{ from: 'flags', userId, bits: flagBit.mentioned, and }] };
  }
  const all: Source[] = [{ from: 'messages', and }];
  // `sender` and `has` have their own indexes.
  if (hasTerm(input, 'sender') || hasTerm(input, 'has')) return { sources: all };
  const topics = getTopics(input);
  if (topics) return { sources: [{ from: 'spans', channels, topics }] };
  if (hasIsTerm(input, 'muted')) return { sources: await mutedSources(db, reader, channels) };
  if (isOnlyInChannels(input)) return { sources: [{ from: 'spans', channels }] };
  return {
    sources: [{ from: 'spans', channels }, { from: 'directs' }],
    dense: [{ from: 'messages', and, isInOrder: true }],
  };
}

/** Resolved and followed topics are few, so they restrict a source. */
function getTopics(input: PlanInput): Topics | undefined {
  if (hasIsTerm(input, 'resolved'))
    return { table: 'topic', are: beginsWith(input.db.dialect, 'picked.topic_key', resolvedMark) };
  return hasIsTerm(input, 'followed') ? chosenTopics(input.reader, topicPolicy.followed) : undefined;
}

const chosenTopics = ({ id }: Reader, policy: TopicPolicy): Topics => ({
  table: 'user_topic',
  are: sql<boolean>`picked.user_id = ${id} AND picked.policy = ${policy}`,
});

const without = (ids: ReadonlySet<number>, others: readonly number[]): number[] => [
  ...ids.difference(new Set(others)),
];

async function mutedSources(db: Db, reader: Reader, channels: ReceivingChannels): Promise<Source[]> {
  const muted = await mutedChannels(db, reader.id);
  const topics = chosenTopics(reader, topicPolicy.muted);
  const [whole, others] =
    'only' in channels
      ? [channels.only.filter((id) => muted.has(id)), { only: channels.only.filter((id) => !muted.has(id)) }]
      : [without(muted, channels.lost), { ...channels, lost: [...channels.lost, ...muted] }];
  return [
    { from: 'spans', channels: { only: whole } },
    { from: 'spans', channels: others, topics },
  ];
}
