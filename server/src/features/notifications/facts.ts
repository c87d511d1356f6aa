/** The inputs of `decide`, for the messages of one conversation and their recipients. */
import type { Db } from '../../db/db.ts';
import { sql } from 'kysely';
import { inList, inListParam, listValue, optionalFlag } from '../../db/sql.ts';
import { prepared } from '../../db/prepared.ts';
import { groupMentionsIn, peopleIn } from '../../core/messages/index.ts';
import { type OrganizationCache, allMembers, isInAnyGroup } from '../../core/organization/index.ts';
import { flagBit, mentionBits, trait } from '../../core/read-state/index.ts';
import { mutersOfUser } from '../../core/users/index.ts';
import { receivesResolvedNotices } from '../message-edit/index.ts';
import { isHidden } from '../user-topics/index.ts';
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { listenersEverywhere } from './listeners.ts';
import { noChoices, type ChannelChoices, type Facts } from './decide.ts';

export interface NotifiedMessage {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  topic_key: string;
  traits: number;
}

/** By message and person. People who are missing here have no reason to be notified. */
export type FactsByMessage = Map<number, Map<number, Facts>>;

/**
 * @param messages All in one topic or direct conversation.
 * @param only These users instead of everyone who may have to be notified.
 */
export async function factsFor(
  db: Db,
  cache: OrganizationCache,
  messages: readonly NotifiedMessage[],
  only?: readonly number[],
): Promise<FactsByMessage> {
  const [first] = messages;
  if (!first) return new Map();
  const mentions = await mentionsIn(db, messages);
  const place = await getPlace(db, cache, first);
  const people = new Map(
    messages.map((message) => [message, only ?? candidates(cache, message, place, mentions)]),
  );
  const everyone = new Set([...people.values()].flatMap((some) => [...some]));
  // Few messages notify anyone: what only some users need is queried once for all of them, and not at
  // all if there are none.
  const choices = everyone.size > 0 ? await place.getChoices([...everyone]) : new Map<number, Choices>();
  const muters = everyone.size > 0 ? await getMuters(db, messages) : new Map<number, Set<number>>();
  const found: FactsByMessage = new Map();
  for (const [message, some] of people) {
    const known = { place, mentions, choices, muters: muters.get(message.sender_id) ?? new Set() };
    const byUser = new Map<number, Facts>();
    for (const id of some) {
      const facts = getFacts(cache, id, message, known);
      if (facts) byUser.set(id, facts);
    }
    found.set(message.id, byUser);
  }
  return found;
}

/** Who has muted each of the senders. */
async function getMuters(db: Db, messages: readonly NotifiedMessage[]): Promise<Map<number, Set<number>>> {
  const muters = new Map<number, Set<number>>();
  for (const id of new Set(messages.map((message) => message.sender_id)))
    muters.set(id, new Set(await mutersOfUser(db, id)));
  return muters;
}

type Choices = ChannelChoices & { isMuted: boolean };

interface ConversationFacts {
  place: Conversation;
  mentions: Mentions;
  choices: Map<number, Choices>;
  muters: ReadonlySet<number>;
}

function getFacts(
  cache: OrganizationCache,
  id: number,
  message: NotifiedMessage,
  { place, mentions, choices, muters }: ConversationFacts,
): Facts | undefined {
  const user = cache.users.get(id);
  if (!user) return undefined;
  const own = choices.get(id);
  const policy = place.policies.get(id);
  const isFollowed = policy === topicPolicy.followed;
  const bits = mentions.bits.get(message.id)?.get(id) ?? 0;
  const isOfGroup = isInAnyGroup(cache, mentions.groups.get(message.id) ?? [], id);
  const { channel_id: channelId } = message;
  return {
    user,
    isOwn: message.sender_id === id,
    isReceived: channelId === null ? place.people.has(id) : cache.members.has(channelId, id),
    isDirect: channelId === null,
    isMentioned: (bits & flagBit.mentioned) !== 0 || isOfGroup,
    isTopicWildcard: (bits & flagBit.topicWildcardMentioned) !== 0,
    isChannelWildcard: (message.traits & trait.channelWildcard) !== 0,
    isSenderMuted: muters.has(id),
    isNotice: cache.users.get(message.sender_id)?.isSystem === true,
    isRead: (message.traits & trait.quiet) !== 0 && !receivesResolvedNotices(user, isFollowed),
    isHidden: channelId !== null && isHidden(own?.isMuted ?? false, policy),
    isFollowed,
    choices: own ?? noChoices,
  };
}

/** Users who may have to be notified, depending on their settings. The sender is never among them. */
function candidates(
  cache: OrganizationCache,
  message: NotifiedMessage,
  place: Conversation,
  mentions: Mentions,
): Set<number> {
  const { channel_id: channelId } = message;
  if (channelId === null) return new Set([...place.people].filter((id) => id !== message.sender_id));
  const people = new Set(mentions.bits.get(message.id)?.keys());
  for (const groupId of mentions.groups.get(message.id) ?? []) {
    const group = cache.groups.get(groupId);
    if (group) for (const id of allMembers(cache, group)) people.add(id);
  }
  if (message.traits & trait.channelWildcard)
    for (const id of cache.members.findUsers(channelId)) people.add(id);
  for (const [id, policy] of place.policies) if (policy === topicPolicy.followed) people.add(id);
  for (const id of place.listeners) people.add(id);
  people.delete(message.sender_id);
  return new Set([...people].filter((id) => cache.members.has(channelId, id)));
}

interface Mentions {
  /** By message and person. */
  bits: Map<number, Map<number, number>>;
  /** By message. */
  groups: Map<number, number[]>;
}

const flagged = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(['message_id', 'user_id', 'bits'])
    .where(inListParam(dialect, 'message_id', p.list))
    .where(sql<boolean>`(bits & ${sql.lit(mentionBits)}) <> 0`),
);

async function mentionsIn(db: Db, messages: readonly NotifiedMessage[]): Promise<Mentions> {
  const list = listValue(
    db.dialect,
    messages.map(({ id }) => id),
  );
  const bits = new Map<number, Map<number, number>>();
  for (const row of await db.rows(flagged, { list })) {
    const byUser = bits.get(row.message_id) ?? new Map<number, number>();
    bits.set(row.message_id, byUser.set(row.user_id, row.bits));
  }
  const withGroups = messages.filter(({ traits }) => traits & trait.groupMention).map(({ id }) => id);
  return { bits, groups: await groupMentionsIn(db, withGroups) };
}

interface Conversation {
  /** The people in the direct conversation. */
  people: ReadonlySet<number>;
  policies: ReadonlyMap<number, TopicPolicy>;
  /** Users notified of every message in the channel, by their setting for it or their global one. */
  listeners: ReadonlySet<number>;
  getChoices(people: readonly number[]): Promise<Map<number, Choices>>;
}

async function getPlace(db: Db, cache: OrganizationCache, message: NotifiedMessage): Promise<Conversation> {
  const { channel_id: channelId, direct_id: directId, topic_key: topicKey } = message;
  if (channelId === null)
    return {
      people: new Set(await peopleIn(db, directId ?? 0)),
      policies: new Map(),
      listeners: new Set(),
      getChoices: () => Promise.resolve(new Map()),
    };
  return {
    people: new Set(),
    policies: await policiesIn(db, channelId, topicKey),
    listeners: new Set([...(await getListeners(db, channelId)), ...listenersEverywhere(cache)]),
    getChoices: (people) => choicesIn(db, channelId, people),
  };
}

const getPolicies = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('user_topic')
    .select(['user_id', 'policy'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

async function policiesIn(db: Db, channelId: number, key: string): Promise<Map<number, TopicPolicy>> {
  const rows = await db.rows(getPolicies, { channel_id: channelId, topic_key: key });
  return new Map(rows.map((row) => [row.user_id, row.policy]));
}

const listeners = prepared<{ channel_id: number }>()((q, p) =>
  q
    .selectFrom('subscription')
    .select('user_id')
    .where('channel_id', '=', p.channel_id)
    .where((eb) =>
      eb.or([eb('email_notifications', '=', sql.lit(1)), eb('push_notifications', '=', sql.lit(1))]),
    ),
);

async function getListeners(db: Db, channelId: number): Promise<number[]> {
  const rows = await db.rows(listeners, { channel_id: channelId });
  return rows.map((row) => row.user_id);
}

async function choicesIn(db: Db, channelId: number, people: readonly number[]) {
  const rows = await db.q
    .selectFrom('subscription')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(inList(db.dialect, 'user_id', people))
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        isMuted: row.is_muted !== 0,
        email: optionalFlag(row.email_notifications),
        push: optionalFlag(row.push_notifications),
        desktop: optionalFlag(row.desktop_notifications),
        sound: optionalFlag(row.audible_notifications),
        wildcards: optionalFlag(row.wildcard_mentions_notify),
      },
    ]),
  );
}
