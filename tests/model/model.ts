/**
 * What a server of messages must do, as plainly as it can be said: everything is in memory, a message knows for whom it is
 * unread, starred and so on, and every request is evaluated over all messages (`reader.ts`).
 */
import { roles } from '../../wire/core.ts';
import { topicPolicy, type TopicPolicy } from '../../wire/topics.ts';
import type { ChannelName } from '../support/cast.ts';
import { names, people, type Name } from '../support/world.ts';

/** Anyone who writes. The bot writes notices; nothing predicts its words. */
export type Author = Name | 'bot';

/** A membership: messages with `from <= id < to` came to the member. */
interface Membership {
  from: number;
  to: number;
}

export interface Channel {
  readonly name: ChannelName;
  isPrivate: boolean;
  isHistoryPublic: boolean;
  readonly memberships: Map<Name, Membership[]>;
  /** Muted by these, who need not be members any more. */
  readonly mutedBy: Set<Name>;
  /** By key, each as it was spelled last. A topic is there as long as it has a message. */
  readonly topics: Map<string, string>;
  readonly policies: Map<string, Map<Name, TopicPolicy>>;
}

export interface MessageText {
  readonly content: string;
  readonly mentions: readonly Name[];
  readonly wildcard: 'none' | 'all' | 'topic';
}

export interface Message {
  readonly id: number;
  readonly sender: Author;
  channel: Channel | null;
  topic: string;
  /** The people of a direct message, with the sender. */
  readonly people: readonly Author[];
  content: string;
  isForAll: boolean;
  /** Who resolved or unresolved the topic that this notice is about. */
  readonly resolvedBy: Name | undefined;
  readonly mentioned: Set<Name>;
  readonly topicMentioned: Set<Name>;
  readonly unread: Set<Name>;
  readonly starred: Set<Name>;
  /** Who did something with it without having received it. */
  readonly historical: Set<Name>;
}

/** Which notices about resolved topics count as read: all, those of topics that one does not follow, or none. */
export type NoticePolicy = 'always' | 'except_followed' | 'never';

export interface Model {
  readonly channels: Record<ChannelName, Channel>;
  readonly messages: Map<number, Message>;
  /** Who could see each deleted message until then, and so had to get an event. */
  readonly removed: Map<number, ReadonlySet<Name>>;
  /** The policies that people have chosen. */
  readonly noticePolicies: Map<Name, NoticePolicy>;
  /** The newest id that there ever was. */
  newest: number;
}

const channel = (name: ChannelName, members: readonly Name[], kind: Kind = 'public'): Channel => ({
  name,
  ...kinds[kind],
  memberships: new Map(members.map((who) => [who, [{ from: 1, to: Infinity }]])),
  mutedBy: new Set(),
  topics: new Map(),
  policies: new Map(),
});

export const kinds = {
  public: { isPrivate: false, isHistoryPublic: true },
  shared: { isPrivate: true, isHistoryPublic: true },
  protected: { isPrivate: true, isHistoryPublic: false },
} as const;
export type Kind = keyof typeof kinds;

/** The cast of the tests before anyone has said anything. */
export const newModel = (): Model => ({
  channels: {
    general: channel('general', names),
    design: channel('design', ['ada', 'cleo', 'dan'], 'shared'),
    vault: channel('vault', ['ada', 'dan'], 'protected'),
    lounge: channel('lounge', ['ada', 'eve']),
  },
  messages: new Map(),
  removed: new Map(),
  noticePolicies: new Map(),
  newest: 0,
});

export const getKey = (topic: string): string => topic.toLowerCase();
export const resolvedMark = '✔ ';

export const isMember = (channel: Channel, who: Author): boolean =>
  who !== 'bot' && channel.memberships.get(who)?.at(-1)?.to === Infinity;
export const getMembers = (channel: Channel): Name[] => names.filter((who) => isMember(channel, who));
export const isGuest = (who: Name): boolean => people[who].role === roles.guest;
export const isAdministrator = (who: Name): boolean => people[who].role <= roles.administrator;

export const canAccess = (channel: Channel, who: Name): boolean =>
  isMember(channel, who) || (!isGuest(who) && (!channel.isPrivate || isAdministrator(who)));
export const canRead = (channel: Channel, who: Name): boolean =>
  isMember(channel, who) || (!isGuest(who) && !channel.isPrivate);
export const canPost = (channel: Channel, who: Name): boolean =>
  isMember(channel, who) || (!isGuest(who) && !channel.isPrivate);

export function isReceived({ id, channel, people }: Message, who: Name): boolean {
  if (!channel) return people.includes(who);
  return channel.memberships.get(who)?.some(({ from, to }) => from <= id && id < to) === true;
}

export function isVisible(message: Message, who: Name): boolean {
  const { channel } = message;
  if (!channel) return message.people.includes(who);
  if (!canRead(channel, who)) return false;
  return !channel.isPrivate || channel.isHistoryPublic || isReceived(message, who);
}

/** In order of ids. */
export const messagesIn = (model: Model, channel: Channel, key: string): Message[] =>
  [...model.messages.values()].filter((one) => one.channel === channel && getKey(one.topic) === key);

export const getPolicy = (channel: Channel, key: string, who: Name): TopicPolicy =>
  channel.policies.get(key)?.get(who) ?? topicPolicy.inherit;

export function setPolicy(channel: Channel, key: string, who: Name, policy: TopicPolicy): void {
  const policies = channel.policies.get(key) ?? new Map<Name, TopicPolicy>();
  channel.policies.set(key, policies);
  if (policy === topicPolicy.inherit) policies.delete(who);
  else policies.set(who, policy);
}

/** Counts for nothing to this person. */
export function isHidden({ channel, topic }: Message, who: Name): boolean {
  if (!channel) return false;
  const policy = getPolicy(channel, getKey(topic), who);
  const isUnmuted = policy === topicPolicy.unmuted || policy === topicPolicy.followed;
  return policy === topicPolicy.muted || (channel.mutedBy.has(who) && !isUnmuted);
}

export const isMentioned = (message: Message, who: Name): boolean =>
  message.mentioned.has(who) || isOneOfMany(message, who);
export const isOneOfMany = (message: Message, who: Name): boolean =>
  message.topicMentioned.has(who) || (message.isForAll && isReceived(message, who));
