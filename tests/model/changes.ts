/** What acts change, each as if it were the only one. They are called for what the server must have allowed. */
import { topicPolicy, type TopicPolicy } from '../../wire/topics.ts';
import { names, type Name } from '../support/world.ts';
import {
  isMember,
  isReceived,
  isVisible,
  getKey,
  kinds,
  canAccess,
  getMembers,
  messagesIn,
  getPolicy,
  setPolicy,
  resolvedMark,
  type Author,
  type Channel,
  type Kind,
  type Message,
  type Model,
  type MessageText,
} from './model.ts';

export type Conversation = { channel: Channel; topic: string } | { people: readonly Author[] };

export function send(
  model: Model,
  id: number,
  sender: Author,
  place: Conversation,
  words: MessageText,
  resolvedBy?: Name,
): void {
  const message: Message = {
    id,
    sender,
    channel: 'channel' in place ? place.channel : null,
    topic: 'topic' in place ? place.topic : '',
    people: 'people' in place ? place.people : [],
    content: '',
    isForAll: false,
    resolvedBy,
    mentioned: new Set(),
    topicMentioned: new Set(),
    unread: new Set(
      'channel' in place ? getMembers(place.channel) : place.people.filter((one) => one !== 'bot'),
    ),
    starred: new Set(),
    historical: new Set(),
  };
  if (sender !== 'bot') message.unread.delete(sender);
  if (resolvedBy && 'channel' in place) readResolvedNotice(model, message, place, resolvedBy);
  if ('channel' in place) followByItself(place, sender, words);
  model.messages.set(id, message);
  model.newest = Math.max(model.newest, id);
  if ('channel' in place) place.channel.topics.set(getKey(place.topic), place.topic);
  say(model, message, words);
}

/** The notice is read for the one who resolved the topic, and for those whose policy says so. */
function readResolvedNotice(model: Model, { unread }: Message, there: Destination, by: Name): void {
  unread.delete(by);
  for (const who of unread) {
    const policy = model.noticePolicies.get(who) ?? 'except_followed';
    const isFollower = getPolicy(there.channel, getKey(there.topic), who) === topicPolicy.followed;
    if (policy === 'always' || (policy === 'except_followed' && !isFollower)) unread.delete(who);
  }
}

/** As long as nobody has chosen otherwise: starting a topic or being mentioned follows it, writing in it unmutes it. */
function followByItself({ channel, topic }: Destination, sender: Author, { mentions }: MessageText): void {
  const key = getKey(topic);
  for (const who of mentions) if (isMember(channel, who)) setPolicy(channel, key, who, topicPolicy.followed);
  if (sender === 'bot' || !isMember(channel, sender)) return;
  const isFollowed = getPolicy(channel, key, sender) === topicPolicy.followed;
  if (!channel.topics.has(key)) setPolicy(channel, key, sender, topicPolicy.followed);
  else if (channel.mutedBy.has(sender) && !isFollowed) setPolicy(channel, key, sender, topicPolicy.unmuted);
}

/** Anyone who is not there when it is said is not mentioned. */
export function say(model: Model, message: Message, { content, mentions, wildcard }: MessageText): void {
  const { channel, topic, people } = message;
  const isHere = (who: Author) => (channel ? isMember(channel, who) : people.includes(who));
  message.content = content;
  message.isForAll = wildcard === 'all';
  message.mentioned.clear();
  message.topicMentioned.clear();
  for (const who of mentions) if (isHere(who)) message.mentioned.add(who);
  if (wildcard !== 'topic' || !channel) return;
  for (const { sender } of messagesIn(model, channel, getKey(topic)))
    if (sender !== 'bot' && isHere(sender)) message.topicMentioned.add(sender);
}

export function remove(model: Model, message: Message): void {
  model.messages.delete(message.id);
  model.removed.set(message.id, new Set(names.filter((who) => isVisible(message, who))));
  if (message.channel) deleteIfEmpty(model, message.channel, getKey(message.topic));
}

function deleteIfEmpty(model: Model, channel: Channel, key: string): boolean {
  if (messagesIn(model, channel, key).length > 0) return false;
  channel.topics.delete(key);
  return true;
}

export interface Destination {
  channel: Channel;
  topic: string;
}

/** @param messages From one topic. */
export function move(model: Model, messages: readonly Message[], to: Destination): void {
  const [{ channel: from, topic } = { channel: null, topic: '' }] = messages;
  if (!from) return;
  const [oldKey, newKey] = [getKey(topic), getKey(to.topic)];
  const wasThere = messagesIn(model, to.channel, newKey).length > 0;
  for (const message of messages) place(message, to);
  to.channel.topics.set(newKey, to.topic);
  if (from === to.channel && oldKey === newKey) return;
  if (deleteIfEmpty(model, from, oldKey)) movePolicies({ channel: from, key: oldKey }, to, wasThere);
}

/** Who does not see it any more loses what they had of it; it memberships unread for who is in both channels. */
function place(message: Message, { channel: to, topic }: Destination): void {
  const { channel: from } = message;
  const saw = names.filter((who) => isVisible(message, who));
  message.channel = to;
  message.topic = topic;
  if (from === to) return;
  for (const who of message.unread)
    if (!from || !isMember(from, who) || !isMember(to, who)) message.unread.delete(who);
  const { unread, starred, mentioned, topicMentioned, historical } = message;
  for (const who of saw)
    if (!isVisible(message, who))
      for (const some of [unread, starred, mentioned, topicMentioned, historical]) some.delete(who);
}

const byLoudness: readonly TopicPolicy[] = [
  topicPolicy.muted,
  topicPolicy.inherit,
  topicPolicy.unmuted,
  topicPolicy.followed,
];
const louder = (a: TopicPolicy, b: TopicPolicy): TopicPolicy =>
  byLoudness.indexOf(a) > byLoudness.indexOf(b) ? a : b;

/** What people set for a topic goes with its last message; where topics are merged, the louder setting wins. */
function movePolicies(from: { channel: Channel; key: string }, to: Destination, isMerged: boolean): void {
  const key = getKey(to.topic);
  for (const who of names) {
    const moved = getPolicy(from.channel, from.key, who);
    setPolicy(from.channel, from.key, who, topicPolicy.inherit);
    if (!canAccess(to.channel, who)) continue;
    const kept = getPolicy(to.channel, key, who);
    if (isMerged) setPolicy(to.channel, key, who, louder(kept, moved));
    else if (moved !== topicPolicy.inherit) setPolicy(to.channel, key, who, moved);
  }
}

/** The topic becomes resolved or unresolved, and changes in nothing else. */
export const isResolving = (before: string, after: string): boolean =>
  before.startsWith(resolvedMark) !== after.startsWith(resolvedMark) && bare(before) === bare(after);
const bare = (topic: string): string => topic.replace(/^[✔ ]+/u, '');

export function star(message: Message, who: Name, isAdded: boolean): void {
  if (!isAdded) {
    message.starred.delete(who);
    return;
  }
  if (!message.starred.has(who)) noteHistory(message, who);
  message.starred.add(who);
}

/** Only of one's channels and conversations. */
export function markUnread(message: Message, who: Name): void {
  if (message.channel && !isMember(message.channel, who)) return;
  if (!message.unread.has(who)) noteHistory(message, who);
  message.unread.add(who);
}

function noteHistory(message: Message, who: Name): void {
  if (!isReceived(message, who) && message.sender !== who) message.historical.add(who);
}

/** What was said before is nothing one has to read. */
export function join(model: Model, channel: Channel, who: Name): void {
  if (isMember(channel, who)) return;
  const memberships = channel.memberships.get(who) ?? [];
  channel.memberships.set(who, [...memberships, { from: model.newest + 1, to: Infinity }]);
}

export function leave(model: Model, channel: Channel, who: Name): void {
  const membership = channel.memberships.get(who)?.at(-1);
  if (!membership || !isMember(channel, who)) return;
  membership.to = model.newest + 1;
  for (const message of model.messages.values()) if (message.channel === channel) message.unread.delete(who);
}

/** What someone does not see any more is nothing they have to read, now or later. */
export function setKind(model: Model, channel: Channel, kind: Kind): void {
  Object.assign(channel, kinds[kind]);
  for (const message of model.messages.values())
    if (message.channel === channel)
      for (const who of message.unread) if (!isVisible(message, who)) message.unread.delete(who);
}
