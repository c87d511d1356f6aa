/** Narrows: which messages a view shows, and whether a message belongs there. */
import { topicKey, topicPolicy } from '../../../../wire/topics.ts';
import type { Message } from '../../../../wire/messages.ts';
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import { directKey } from '../base/conversation-keys.ts';
import type { State } from '../nouns.ts';

export type Narrow =
  | { kind: 'feed' }
  | { kind: 'mentions' }
  | { kind: 'starred' }
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topic: string }
  /** The others in it; none for notes to oneself. */
  | { kind: 'direct'; userIds: readonly number[] }
  | { kind: 'search'; query: string; terms: readonly NarrowTerm[] };

/** Narrows that can be written to. */
export type Destination = Extract<Narrow, { kind: 'topic' | 'direct' }>;

/** Equal for narrows that show the same messages. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'channel':
      return `channel:${narrow.channelId}`;
    case 'topic':
      return `topic:${narrow.channelId}:${topicKey(narrow.topic)}`;
    case 'direct':
      return `direct:${[...narrow.userIds].sort((a, b) => a - b).join(',')}`;
    case 'search':
      return `search:${JSON.stringify(narrow.terms)}`;
    default:
      return narrow.kind;
  }
}

/** The terms of the narrow for the server. */
export function getTerms(narrow: Narrow, ownId: number): readonly NarrowTerm[] {
  switch (narrow.kind) {
    case 'feed':
      return [{ operator: 'in', operand: 'home' }];
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'channel':
      return [{ operator: 'channel', operand: narrow.channelId }];
    case 'topic':
      return [
        { operator: 'channel', operand: narrow.channelId },
        { operator: 'topic', operand: narrow.topic },
      ];
    case 'direct':
      return [{ operator: 'dm', operand: narrow.userIds.length === 0 ? [ownId] : [...narrow.userIds] }];
    case 'search':
      return narrow.terms;
  }
}

/** The ID of the newest loaded message. */
export function findNewestIn(state: State, narrow: Narrow): number | undefined {
  let newest: number | undefined;
  for (const message of state.messages.values())
    if (message.id > (newest ?? 0) && matches(narrow, message, state) === true) newest = message.id;
  return newest;
}

/** Whether a message belongs in a narrow; undefined if only the server can decide. */
export function matches(narrow: Narrow, message: Message, state: State): boolean | undefined {
  switch (narrow.kind) {
    case 'feed':
      return message.type === 'private' || isReceived(message, state);
    case 'mentions':
      return message.flags.some((flag) => flag.includes('mentioned'));
    case 'starred':
      return message.flags.includes('starred');
    case 'channel':
      return message.type === 'stream' && message.stream_id === narrow.channelId;
    case 'topic':
      return (
        message.type === 'stream' &&
        message.stream_id === narrow.channelId &&
        topicKey(message.subject) === topicKey(narrow.topic)
      );
    case 'direct':
      return (
        message.type === 'private' &&
        directKey(getPeople(message), state.own.user_id) === directKey(narrow.userIds, state.own.user_id)
      );
    case 'search':
      return isOfFollowed(narrow.terms) ? isFollowed(message, state) : undefined;
  }
}

/** Whether the search is for followed topics alone. */
function isOfFollowed([term, ...others]: readonly NarrowTerm[]): boolean {
  if (term === undefined || others.length > 0) return false;
  const { operator, operand, negated } = Array.isArray(term)
    ? { operator: term[0], operand: term[1], negated: false }
    : { negated: false, ...term };
  return operator === 'is' && operand === 'followed' && !negated;
}

function isFollowed(message: Message, { personal }: State): boolean {
  if (message.type === 'private') return false;
  return (
    personal.topics.get(message.stream_id)?.get(topicKey(message.subject))?.policy === topicPolicy.followed
  );
}

/** The policy of the topic takes precedence over that of its channel. */
function isReceived(message: Message & { type: 'stream' }, { personal, subscriptions }: State): boolean {
  const policy = personal.topics.get(message.stream_id)?.get(topicKey(message.subject))?.policy;
  return policy === undefined
    ? subscriptions.get(message.stream_id)?.is_muted === false
    : policy !== topicPolicy.muted;
}

/** Everyone in the conversation. */
export const getPeople = (message: Message & { type: 'private' }): number[] =>
  message.display_recipient.map(({ id }) => id);

/** The conversation that a message belongs to. */
export function getConversation(message: Message, ownId: number): Destination {
  return message.type === 'stream'
    ? { kind: 'topic', channelId: message.stream_id, topic: message.subject }
    : { kind: 'direct', userIds: getPeople(message).filter((id) => id !== ownId) };
}

/** Whether the narrow is a single conversation. */
export const isConversation = (narrow: Narrow): narrow is Destination =>
  narrow.kind === 'topic' || narrow.kind === 'direct';

/** Whether messages sent to the destination appear in the narrow. */
export function showsNew(narrow: Narrow, to: Destination): boolean {
  if (narrow.kind === 'feed') return true;
  if (narrow.kind === 'channel') return to.kind === 'topic' && to.channelId === narrow.channelId;
  return narrowKey(narrow) === narrowKey(to);
}
