/**
 * The terms of a narrow with names resolved, as conditions on a row of `message`. Conditions do not check access,
 * which depends on the source of the rows (`narrow-plan.ts`).
 */
import { sql, type RawBuilder } from 'kysely';
import { roles } from '../../../../wire/core.ts';
import { resolvedMark, topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import type { Db } from '../../db/db.ts';
import { type Dialect, inList } from '../../db/sql.ts';
import { isChannelKnown } from '../../core/channels/index.ts';
import {
  type Reader,
  findDirect,
  memberKey,
  receivedDirectly,
  receivedInChannel,
} from '../../core/messages/index.ts';
import { findNamed, type Channel, type User, isInGroup } from '../../core/organization/index.ts';
import { flagBit, mentionBits, rareTraits, trait } from '../../core/read-state/index.ts';
import { getUserVisibility, isLimited, userByEmail } from '../../core/users/index.ts';
import { audiblePolicies, mutedChannels } from '../user-topics/index.ts';
import { knownTimeZone } from '../../lib/i18n/time-zone.ts';
import { shortened } from '../../lib/narrow/parse.ts';
import { parsePeriod } from '../../lib/narrow/dates.ts';
import { badTerm, type Term, type TermOf, type UserRef } from '../../lib/narrow/terms.ts';
import { searchQuery, type SearchQuery } from '../../lib/search/query.ts';
import { nameKey } from '../../lib/text.ts';

export type Condition = RawBuilder<boolean>;

const never: Condition = sql<boolean>`1 = 0`;

export interface Clause {
  term: Term;
  /** `null`: filters nothing, or is decided elsewhere (`is:unread`, `search`). */
  condition: Condition | null;
  /** Set for a term that names a channel. */
  channel?: Channel;
  /** Set for a term that names a direct conversation; `null` if it has no messages yet. */
  directId?: number | null;
  /** Set for a full-text search. */
  query?: SearchQuery;
  /** Set for a negated term that names a user; `listExclusions` makes its condition. */
  excludedUser?: number;
}

/** @throws NarrowError for an unknown channel or user, and for an invalid search. */
export async function resolveTerm(db: Db, reader: Reader, term: Term): Promise<Clause> {
  switch (term.op) {
    case 'channel': {
      const channel = getChannel(reader, term);
      return { term, channel, condition: negateIf(term, sql`message.channel_id = ${channel.id}`) };
    }
    case 'dm': {
      const directId = await getDirect(db, reader, term);
      const condition =
        directId === null ? sql<boolean>`1 = 0` : sql<boolean>`message.direct_id = ${directId}`;
      return { term, directId, condition: negateIf(term, condition) };
    }
    case 'is':
      return { term, condition: await isCondition(db, reader, term) };
    case 'search':
      return { term, condition: null, query: searchQuery(term.operand) };
    case 'mentions':
    case 'dm-including': {
      const userId = findUser(reader, term.operand).id;
      if (term.negated) return { term, condition: null, excludedUser: userId };
      return {
        term,
        condition:
          term.op === 'mentions' ? flagged(userId, flagBit.mentioned) : dmIncluding(userId, term.groupsOnly),
      };
    }
    default: {
      const condition = plainCondition(db, reader, term);
      return { term, condition: condition && negateIf(term, condition) };
    }
  }
}

/** PostgreSQL plans a subquery that must have a row as a join, and takes seconds to choose an order of a hundred joins. */
const mostJoins = 3;

/** The conditions of all clauses, of which few are planned as joins: the others are evaluated for each message. */
export function listConditions(db: Db, reader: Reader, clauses: readonly Clause[]): Condition[] {
  let joins = 0;
  const conditions = clauses.flatMap(({ term, condition }) => {
    if (condition === null) return [];
    if (isJoined(term)) joins += 1;
    return isJoined(term) && joins > mostJoins ? sql<boolean>`coalesce(${condition}, 1 = 0)` : condition;
  });
  return [...conditions, ...listExclusions(db, reader, clauses)];
}

/** One condition for all excluded users of a kind: one for each of a hundred would look up a hundred rows per message. */
function listExclusions({ dialect }: Db, reader: Reader, clauses: readonly Clause[]): Condition[] {
  const [mentioned, inDirects, inGroups]: [number[], number[], number[]] = [[], [], []];
  for (const { term, excludedUser } of clauses) {
    if (excludedUser === undefined) continue;
    if (term.op === 'mentions') mentioned.push(excludedUser);
    else if (term.op === 'dm-including' && term.groupsOnly) inGroups.push(excludedUser);
    else inDirects.push(excludedUser);
  }
  return [
    ...(mentioned.length > 0 ? [sql<boolean>`NOT ${mentionsAny(dialect, mentioned)}`] : []),
    ...(inDirects.length > 0 ? [sql<boolean>`NOT ${isWithAny(dialect, reader, inDirects, sql``)}`] : []),
    ...(inGroups.length > 0 ? [sql<boolean>`NOT ${isWithAny(dialect, reader, inGroups, isGroup)}`] : []),
  ];
}

/** `coalesce` keeps SQLite from looking up each of the users: the few flags of the message are read once. */
const mentionsAny = (dialect: Dialect, userIds: readonly number[]): Condition => sql<boolean>`EXISTS (
  SELECT 1 FROM message_flag AS mark
  WHERE mark.message_id = message.id AND (mark.bits & ${flagBit.mentioned}) <> 0
    AND coalesce(${inList(dialect, 'mark.user_id', userIds)}, 1 = 0))`;

const isGroup = sql` AND EXISTS (
  SELECT 1 FROM direct WHERE direct.id = other.direct_id AND direct.member_key LIKE '%,%,%')`;

/** Evaluated once, since it depends on no message: the reader receives messages of their own conversations only. */
const isWithAny = (
  dialect: Dialect,
  { id: me }: Reader,
  userIds: readonly number[],
  and: RawBuilder<unknown>,
): Condition => sql<boolean>`coalesce(message.direct_id IN (
  SELECT other.direct_id FROM direct_member AS mine CROSS JOIN direct_member AS other
  WHERE mine.user_id = ${me} AND other.direct_id = mine.direct_id
    AND ${inList(dialect, 'other.user_id', userIds)}${and}), 1 = 0)`;

const isJoined = ({ negated, op, operand }: Term): boolean =>
  !negated &&
  (op === 'mentions' ||
    op === 'dm-including' ||
    (op === 'is' && (operand === 'starred' || operand === 'alerted' || operand === 'followed')));

/** Negates the condition if the term is negated. NULL, such as the channel of a direct message, counts as false. */
const negateIf = (term: Term, condition: RawBuilder<unknown>): Condition =>
  term.negated ? sql<boolean>`NOT coalesce(${condition}, 1 = 0)` : sql<boolean>`${condition}`;

function plainCondition(
  { dialect }: Db,
  reader: Reader,
  term: Exclude<Term, { op: 'channel' | 'dm' | 'is' | 'search' | 'mentions' | 'dm-including' }>,
): Condition | null {
  switch (term.op) {
    case 'near':
      return null;
    case 'with':
      return sql<boolean>`(coalesce(message.channel_id, -message.direct_id), message.topic_key) =
        (SELECT coalesce(named.channel_id, -named.direct_id), named.topic_key FROM message AS named
          WHERE named.id = ${term.operand})`;
    case 'id':
      return sql<boolean>`message.id = ${term.operand}`;
    case 'topic':
      // PostgreSQL rejects NUL characters, and no topic contains one.
      if (term.operand.includes('\0')) return never;
      return sql<boolean>`(message.channel_id IS NOT NULL AND message.topic_key = ${nameKey(term.operand)})`;
    case 'channels':
      return inList(dialect, 'message.channel_id', channelsThatAre(reader, term.operand));
    case 'before':
    case 'after':
    case 'date':
      return sentCondition(reader, term);
    case 'sender':
      return sql<boolean>`message.sender_id = ${findUser(reader, term.operand).id}`;
    case 'has':
      return hasCondition(term);
  }
}

/** Days are those of the reader's time zone. Imported messages have high ids and old times, so ids decide nothing here. */
function sentCondition({ user }: Reader, { op, operand }: TermOf<'before' | 'after' | 'date'>): Condition {
  const period = parsePeriod(operand, knownTimeZone(user.timezone));
  if (period === undefined) return never;
  if (op === 'before') return sql<boolean>`message.sent_at < ${period.from}`;
  const isSince = sql<boolean>`message.sent_at >= ${op === 'after' ? period.until : period.from}`;
  return op === 'after' ? isSince : sql<boolean>`(${isSince} AND message.sent_at < ${period.until})`;
}

const getTrait = {
  link: trait.hasLink,
  image: trait.hasImage,
  attachment: trait.hasAttachment,
  reaction: trait.hasReaction,
} as const;

function hasCondition({ operand }: TermOf<'has'>): Condition {
  return hasTrait(getTrait[operand]);
}

/** The first condition is the one of the partial index, which the planner matches literally. */
const hasTrait = (bits: number): Condition =>
  (bits & ~rareTraits) === 0
    ? sql<boolean>`((message.traits & ${sql.lit(rareTraits)}) <> 0 AND (message.traits & ${bits}) <> 0)`
    : sql<boolean>`(message.traits & ${bits}) <> 0`;

const flagged = (userId: number, bits: number): Condition => sql<boolean>`EXISTS (
  SELECT 1 FROM message_flag AS mark
  WHERE mark.user_id = ${userId} AND mark.message_id = message.id AND (mark.bits & ${bits}) <> 0)`;

const dmIncluding = (userId: number, groupsOnly: boolean): Condition => {
  const isThere = sql<boolean>`EXISTS (
    SELECT 1 FROM direct_member AS other WHERE other.user_id = ${userId} AND other.direct_id = message.direct_id)`;
  if (!groupsOnly) return isThere;
  return sql<boolean>`(${isThere} AND EXISTS (
    SELECT 1 FROM direct WHERE direct.id = message.direct_id AND direct.member_key LIKE '%,%,%'))`;
};

async function isCondition(db: Db, reader: Reader, term: TermOf<'is'>): Promise<Condition | null> {
  switch (term.operand) {
    case 'unread':
      return null;
    case 'followed':
      return negateIf(term, getInTopic(reader, [topicPolicy.followed]));
    case 'dm':
      return negateIf(term, sql`message.direct_id IS NOT NULL`);
    case 'starred':
      return negateIf(term, flagged(reader.id, flagBit.starred));
    case 'alerted':
      return negateIf(term, flagged(reader.id, flagBit.hasAlertWord));
    case 'mentioned':
      return negateIf(term, sql`(${flagged(reader.id, mentionBits)} OR ${mentionedWithMany(db, reader)})`);
    case 'resolved':
      return negateIf(
        term,
        sql`(message.channel_id IS NOT NULL
          AND substr(message.topic, 1, ${resolvedMark.length}) = ${resolvedMark})`,
      );
    case 'muted':
      return negateIf(term, await isMuted(db, reader));
  }
}

/** A received message mentions the reader by a channel wildcard or as a member of a large group. */
export function mentionedWithMany(db: Db, { id, user, cache }: Reader): Condition {
  const groupIds: number[] = [];
  for (const group of cache.groups.values()) if (isInGroup(cache, group, user)) groupIds.push(group.id);
  return sql<boolean>`(${hasTrait(trait.channelWildcard | trait.groupMention)}
    AND ((message.traits & ${trait.channelWildcard}) <> 0 OR EXISTS (
      SELECT 1 FROM group_mention
      WHERE group_mention.message_id = message.id AND ${inList(db.dialect, 'group_mention.group_id', groupIds)}))
    AND (${receivedInChannel(id)} OR ${receivedDirectly(id)}))`;
}

const getInTopic = ({ id }: Reader, policies: readonly TopicPolicy[]): Condition => sql<boolean>`EXISTS (
  SELECT 1 FROM user_topic AS chosen
  WHERE chosen.user_id = ${id} AND chosen.channel_id = message.channel_id AND chosen.topic_key = message.topic_key
    AND chosen.policy IN (${sql.join(policies)}))`;

/** The topic is muted, or the channel is muted and the topic neither unmuted nor followed. */
async function isMuted(db: Db, reader: Reader): Promise<Condition> {
  const channelIds = [...(await mutedChannels(db, reader.id))];
  return sql<boolean>`(${getInTopic(reader, [topicPolicy.muted])}
    OR (${inList(db.dialect, 'message.channel_id', channelIds)} AND NOT ${getInTopic(reader, audiblePolicies)}))`;
}

/** @throws NarrowError, the same for a channel hidden from the reader and one that does not exist. */
function getChannel(reader: Reader, { operand }: TermOf<'channel'>): Channel {
  const { channels } = reader.cache;
  const channel = typeof operand === 'number' ? channels.get(operand) : findNamed(channels, operand.trim());
  if (channel && isChannelKnown(reader, channel)) return channel;
  throw badTerm(`unknown channel ${shortened(String(operand))}`);
}

export function channelsThatAre({ cache, user }: Reader, operand: TermOf<'channels'>['operand']): number[] {
  const is: Record<typeof operand, (channel: Channel) => boolean> = {
    archived: (channel) => channel.isArchived,
    'web-public': (channel) => channel.isWebPublic,
    public: (channel) =>
      !channel.isPrivate && (user.role !== roles.guest || channel.isWebPublic || isMember(channel)),
  };
  const isMember = (channel: Channel) => cache.members.has(channel.id, user.id);
  const ids: number[] = [];
  for (const channel of cache.channels.values()) if (is[operand](channel)) ids.push(channel.id);
  return ids;
}

const lookUp = ({ cache, user }: Reader, ref: UserRef): User | undefined =>
  typeof ref === 'number' ? cache.users.get(ref) : userByEmail(cache, user, ref);

export function findUser(reader: Reader, ref: UserRef): User {
  const user = lookUp(reader, ref);
  if (user) return user;
  throw unknownUser(ref);
}

/**
 * IDs of hidden people are known to those who do not see them, their addresses are not.
 * @throws NarrowError, the same for an address that nobody has and for that of a person hidden from the reader
 */
export async function refuseHiddenAddresses(db: Db, reader: Reader, terms: readonly Term[]): Promise<void> {
  const addresses = new Set(terms.flatMap(getAddresses));
  if (addresses.size === 0 || !isLimited(reader.cache, reader.user)) return;
  const sees = await getUserVisibility(db, reader.cache, reader.user);
  for (const term of terms)
    for (const address of getAddresses(term)) {
      const user = lookUp(reader, address);
      if (user && !sees(user)) throw term.op === 'dm' ? unknownIn(term) : unknownUser(address);
    }
}

function getAddresses(term: Term): string[] {
  if (term.op !== 'dm' && term.op !== 'dm-including' && term.op !== 'mentions' && term.op !== 'sender')
    return [];
  return [term.operand].flat().filter((ref) => typeof ref === 'string');
}

const unknownUser = (ref: UserRef) => badTerm(`unknown user ${shortened(String(ref))}`);
const unknownIn = ({ operand }: TermOf<'dm'>) => badTerm(`unknown user in ${shortened(listed(operand))}`);

async function getDirect(db: Db, reader: Reader, term: TermOf<'dm'>): Promise<number | null> {
  const { operand } = term;
  const ids = new Set([reader.id]);
  for (const ref of operand) {
    const user = lookUp(reader, ref);
    if (!user) throw unknownIn(term);
    ids.add(user.id);
  }
  if (operand.length === 0) return null;
  return (await findDirect(db, reader.orgId, memberKey([...ids]))) ?? null;
}

const listed = (refs: readonly UserRef[]): string =>
  refs.some((ref) => typeof ref === 'string') ? refs.join(',') : `[${refs.join(', ')}]`;
