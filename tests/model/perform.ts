/** Does to the server and to the model what someone does; the server must allow what the model allows, and nothing else. */
import assert from 'node:assert/strict';
import { topicPolicy } from '../../wire/topics.ts';
import type { Reply } from '../support/client.ts';
import { people, type Name, type World } from '../support/world.ts';
import type { Act, Actor, Text } from './acts.ts';
import {
  isResolving,
  join,
  leave,
  markUnread,
  move,
  remove,
  say,
  send,
  setKind,
  star,
  type Destination,
} from './changes.ts';
import { adoptNotices, type Notice } from './notices.ts';
import {
  isAdministrator,
  isGuest,
  isMember,
  isVisible,
  getKey,
  kinds,
  canAccess,
  canPost,
  canRead,
  messagesIn,
  setPolicy,
  resolvedMark,
  type Channel,
  type Kind,
  type Message,
  type Model,
  type MessageText,
} from './model.ts';

export interface Stage {
  world: World;
  model: Model;
  /** Makes texts differ. */
  said: number;
  /** Where the notification bot says something of what is being done. */
  notices: Notice[];
}

type ActOf<A extends Act['act']> = Extract<Act, { act: A }>;

/** Returns whether there was anything to be done. */
export async function perform(stage: Stage, act: Act): Promise<boolean> {
  stage.notices = [];
  const isDone = await performAct(stage, act);
  if (isDone) await adoptNotices(stage.world, stage.model, stage.notices);
  return isDone;
}

function performAct(stage: Stage, act: Act): Promise<boolean> {
  switch (act.act) {
    case 'send':
      return doSend(stage, act);
    case 'send-direct':
      return doSendDirect(stage, act);
    case 'edit':
    case 'delete':
    case 'move':
    case 'resolve':
      return doToMessage(stage, act);
    case 'read':
    case 'unread':
    case 'star':
    case 'unstar':
      return doFlag(stage, act);
    case 'join':
    case 'leave':
    case 'subscribe-other':
      return doSubscribe(stage, act);
    case 'set-kind':
    case 'mute':
    case 'set-topic-policy':
      return doSet(stage, act);
    case 'set-notice-policy':
      return doSetNoticePolicy(stage, act);
  }
}

/** Returns whether it was done. */
function expect({ status, json }: Reply, isAllowed: boolean): boolean {
  if (isAllowed) assert.equal(status, 200, json.msg);
  else assert.ok(status === 400 || status === 403, `was allowed, with status ${status}`);
  return isAllowed;
}

/** Each text is another, since an edit that changes nothing is none. */
function getWords(stage: Stage, text: Text): MessageText {
  const mentions = text.says === 'mention' ? [text.whom] : [];
  const start = getBeginning(stage, text);
  const wildcard = text.says === 'all' || text.says === 'topic' ? text.says : 'none';
  return { content: `${start} ${++stage.said}`, mentions, wildcard };
}

function getBeginning({ world }: Stage, text: Text): string {
  if (text.says === 'words') return text.words;
  if (text.says === 'mention') return `@**${people[text.whom].fullName}|${world.people[text.whom].id}**`;
  return { hello: 'hello', all: '@**all**', topic: '@**topic**' }[text.says];
}

async function doSend(stage: Stage, { who, channel: name, topic, text }: ActOf<'send'>): Promise<boolean> {
  const { world, model } = stage;
  const channel = model.channels[name];
  const words = getWords(stage, text);
  const params = { type: 'channel', to: world.channels[name], topic, content: words.content };
  const reply = await world.as(who).post('/messages', params);
  if (expect(reply, canPost(channel, who)))
    send(model, reply.json.id as number, who, { channel, topic }, words);
  return true;
}

async function doSendDirect(stage: Stage, { who, to, text }: ActOf<'send-direct'>): Promise<boolean> {
  const { world, model } = stage;
  const words = getWords(stage, text);
  const ids = to.map((name) => world.people[name].id);
  const reply = await world.as(who).post('/messages', { type: 'direct', to: ids, content: words.content });
  expect(reply, true);
  send(model, reply.json.id as number, who, { people: [...new Set([who, ...to])] }, words);
  return true;
}

const getNth = ({ messages }: Model, nth: number): Message | undefined =>
  [...messages.values()][nth % Math.max(1, messages.size)];

/** The bot does nothing. */
const getActor = (who: Actor, { sender }: Message): Name =>
  who === 'sender' ? (sender === 'bot' ? 'ada' : sender) : who;

async function doToMessage(
  stage: Stage,
  act: ActOf<'edit'> | ActOf<'delete'> | ActOf<'move'> | ActOf<'resolve'>,
): Promise<boolean> {
  const message = getNth(stage.model, act.nth);
  if (!message) return false;
  const who = getActor(act.who, message);
  switch (act.act) {
    case 'edit':
      return doEdit(stage, who, message, act.text);
    case 'delete':
      return doDelete(stage, who, message);
    case 'move': {
      const { topic, channel } = act;
      const to = { topic: topic ?? undefined, channel: channel ? stage.model.channels[channel] : undefined };
      return doMove(stage, who, message, { ...to, mode: act.mode });
    }
    case 'resolve': {
      const { topic } = message;
      const toggled = topic.startsWith(resolvedMark)
        ? topic.slice(resolvedMark.length)
        : resolvedMark + topic;
      return doMove(stage, who, message, { topic: toggled, mode: act.mode });
    }
  }
}

async function doEdit(stage: Stage, who: Name, message: Message, text: Text): Promise<boolean> {
  const words = getWords(stage, text);
  const reply = await stage.world.as(who).patch(`/messages/${message.id}`, { content: words.content });
  if (expect(reply, message.sender === who && isVisible(message, who))) say(stage.model, message, words);
  return true;
}

async function doDelete({ world, model }: Stage, who: Name, message: Message): Promise<boolean> {
  const reply = await world.as(who).delete(`/messages/${message.id}`);
  const mayDelete = message.sender === who || isAdministrator(who);
  if (expect(reply, mayDelete && isVisible(message, who))) remove(model, message);
  return true;
}

interface ExpectedMove {
  topic: string | undefined;
  channel?: Channel | undefined;
  mode: 'change_one' | 'change_later' | 'change_all';
}

async function doMove(stage: Stage, who: Name, message: Message, to: ExpectedMove): Promise<boolean> {
  const { world, model } = stage;
  if (to.topic === undefined && to.channel === undefined) return false;
  const reply = await world.as(who).patch(`/messages/${message.id}`, {
    topic: to.topic,
    stream_id: to.channel && world.channels[to.channel.name],
    propagate_mode: to.mode,
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
  const from = message.channel;
  const isAllowed = from !== null && isVisible(message, who) && canMove(who, message, to);
  if (!expect(reply, isAllowed) || !from) return true;
  const all = messagesIn(model, from, getKey(message.topic)).filter((one) => isVisible(one, who));
  const later = all.filter((one) => one.id >= message.id);
  const moved = { change_one: [message], change_later: later, change_all: all }[to.mode];
  const before = message.topic;
  const there = { channel: to.channel ?? from, topic: to.topic ?? before };
  move(model, moved, there);
  if (there.channel === from && isResolving(before, there.topic)) noteResolved(stage, who, there);
  return true;
}

/** The bot posts a notice of it, or deletes the one that it has just posted. */
function noteResolved({ model, notices }: Stage, resolvedBy: Name, there: Destination): void {
  const newest = messagesIn(model, there.channel, getKey(there.topic)).at(-1);
  if (newest?.resolvedBy) remove(model, newest);
  else notices.push({ place: there, resolvedBy });
}

function canMove(who: Name, { channel: from, topic: before }: Message, to: ExpectedMove): boolean {
  const { channel = from, topic = before } = to;
  if (!channel || (channel === from && topic === before)) return false;
  if (topic === resolvedMark || topic === resolvedMark.trim()) return false;
  if (channel !== from) return canPost(channel, who) && !isGuest(who);
  return before !== '' || !isResolving(before, topic);
}

const flagChanges = {
  read: { op: 'add', flag: 'read' },
  unread: { op: 'remove', flag: 'read' },
  star: { op: 'add', flag: 'starred' },
  unstar: { op: 'remove', flag: 'starred' },
} as const;

async function doFlag(
  { world, model }: Stage,
  { act, who, nths }: ActOf<'read' | 'unread' | 'star' | 'unstar'>,
): Promise<boolean> {
  const messages = [...new Set(nths.flatMap((nth) => getNth(model, nth) ?? []))];
  const ids = messages.map(({ id }) => id);
  const reply = await world.as(who).post('/messages/flags', { ...flagChanges[act], messages: ids });
  const isHarmless = act === 'read' || act === 'unstar';
  if (!expect(reply, isHarmless || messages.every((one) => isVisible(one, who)))) return true;
  for (const message of messages)
    if (act === 'read') message.unread.delete(who);
    else if (act === 'unread') markUnread(message, who);
    else star(message, who, act === 'star');
  return true;
}

async function doSubscribe(
  { world, model, notices }: Stage,
  act: ActOf<'join' | 'leave'> | ActOf<'subscribe-other'>,
): Promise<boolean> {
  const channel = model.channels[act.channel];
  const client = world.as(act.who);
  if (act.act === 'leave') {
    const reply = await client.delete('/users/me/subscriptions', { subscriptions: [channel.name] });
    if (expect(reply, canAccess(channel, act.who))) leave(model, channel, act.who);
    return true;
  }
  const whom = act.act === 'subscribe-other' ? act.whom : act.who;
  const principals = act.act === 'subscribe-other' ? [world.people[whom].id] : undefined;
  const subscriptions = [{ name: channel.name }];
  const reply = await client.post('/users/me/subscriptions', { subscriptions, principals });
  const isOther = whom !== act.who;
  if (!expect(reply, canRead(channel, act.who) && !isGuest(act.who))) return true;
  if (isOther && !isMember(channel, whom)) notices.push({ place: { people: ['bot', whom] } });
  join(model, channel, whom);
  return true;
}

async function doSet(
  { world, model }: Stage,
  act: ActOf<'set-kind'> | ActOf<'mute'> | ActOf<'set-topic-policy'>,
): Promise<boolean> {
  const channel = model.channels[act.channel];
  const id = world.channels[act.channel];
  const client = world.as(act.who);
  if (act.act === 'set-kind') {
    const { isPrivate: is_private, isHistoryPublic: history_public_to_subscribers } = kinds[act.kind];
    const reply = await client.patch(`/streams/${id}`, { is_private, history_public_to_subscribers });
    if (expect(reply, canSetKind(act.who, act, model))) setKind(model, channel, act.kind);
  } else if (act.act === 'mute') {
    const change = { stream_id: id, property: 'is_muted', value: act.isMuted };
    const reply = await client.post('/users/me/subscriptions/properties', { subscription_data: [change] });
    if (!expect(reply, isMember(channel, act.who))) return true;
    if (act.isMuted) channel.mutedBy.add(act.who);
    else channel.mutedBy.delete(act.who);
  } else {
    const { topic, policy } = act;
    const params = { stream_id: id, topic, visibility_policy: policy };
    const reply = await client.post('/user_topics', params);
    if (expect(reply, canRead(channel, act.who) || policy === topicPolicy.inherit))
      setPolicy(channel, getKey(topic), act.who, policy);
  }
  return true;
}

async function doSetNoticePolicy(
  { world, model }: Stage,
  { who, policy }: ActOf<'set-notice-policy'>,
): Promise<boolean> {
  const settings = { resolved_topic_notice_auto_read_policy: policy };
  expect(await world.as(who).patch('/settings', settings), true);
  model.noticePolicies.set(who, policy);
  return true;
}

/** What new people come into cannot be private; who changes what others may read must read it. */
function canSetKind(who: Name, { channel: name, kind }: ActOf<'set-kind'>, { channels }: Model): boolean {
  const channel = channels[name];
  if (!canAccess(channel, who) || !isAdministrator(who)) return false;
  return isKind(channel, kind) || (canRead(channel, who) && !(name === 'general' && kinds[kind].isPrivate));
}

const isKind = (channel: Channel, kind: Kind): boolean =>
  channel.isPrivate === kinds[kind].isPrivate && channel.isHistoryPublic === kinds[kind].isHistoryPublic;
