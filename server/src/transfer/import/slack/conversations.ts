/** Finds out of which kind each conversation of a Slack export is, and converts it. */
import type { Input } from '../input/input.ts';
import type { ChannelRecord, DirectRecord } from '../records.ts';
import type { Layout } from './layout.ts';
import { list, type ListEntry } from './lists.ts';
import { unescaped } from './mrkdwn.ts';
import { parseTime, toText, type SlackChannel } from './types.ts';

/** From the widest to the narrowest. */
const kinds = ['public', 'private', 'direct'] as const;
export type ConversationKind = (typeof kinds)[number];

/** What the export puts into each list. */
const kindByList: Readonly<Record<string, ConversationKind>> = {
  channels: 'public',
  groups: 'private',
  dms: 'direct',
  mpims: 'direct',
};

type ListedConversation = ListEntry<SlackChannel> & { prefix: string; kind: ConversationKind };

export async function* listConversations(
  input: Input,
  { workspaces }: Layout,
): AsyncGenerator<ListedConversation> {
  for (const prefix of workspaces)
    for (const [name, kind] of Object.entries(kindByList))
      for await (const one of list<SlackChannel>(input, `${prefix}${name}.json`))
        yield { ...one, prefix, kind };
}

/**
 * The kind of each conversation by ID: the narrowest that a list or a field of any of its entries says. Answers of Slack's
 * API, which may stand for the lists, have conversations of all kinds in one.
 */
export async function findKinds(input: Input, layout: Layout): Promise<Map<string, ConversationKind>> {
  const found = new Map<string, ConversationKind>();
  for await (const { value, kind } of listConversations(input, layout))
    if (hasId(value)) found.set(value.id, narrowest([found.get(value.id), kind, statedKind(value)]));
  return found;
}

const isStated = (flag: unknown): boolean => flag !== undefined && flag !== null && flag !== false;

function statedKind(channel: SlackChannel): ConversationKind {
  const { is_private: isPrivate, is_group: isGroup, is_im: isIm, is_mpim: isMpim, user } = channel;
  const isDirect = isStated(isIm) || isStated(isMpim);
  // Without people it cannot be a conversation, and in a private channel nobody reads it either.
  if (isDirect && (memberIds(channel).length > 0 || typeof user === 'string')) return 'direct';
  return isDirect || isStated(isPrivate) || isStated(isGroup) ? 'private' : 'public';
}

const narrowest = (given: readonly (ConversationKind | undefined)[]): ConversationKind =>
  kinds.findLast((kind) => given.includes(kind)) ?? 'private';

export const conversationRecord = (
  channel: SlackChannel & { id: string },
  kind: ConversationKind,
): ChannelRecord | DirectRecord =>
  kind === 'direct' ? directRecord(channel) : channelRecord(channel, kind === 'private');

const memberIds = ({ members }: SlackChannel): string[] =>
  Array.isArray(members) ? members.filter((one) => typeof one === 'string') : [];

export const hasId = (channel: SlackChannel | undefined): channel is SlackChannel & { id: string } =>
  typeof channel?.id === 'string' && channel.id !== '';

function channelRecord(channel: SlackChannel & { id: string }, isPrivate: boolean): ChannelRecord {
  const { id, name = id, purpose, topic } = channel;
  const description = [toText(purpose?.value), toText(topic?.value)]
    .filter((text) => text !== '')
    .join(' – ');
  return {
    kind: 'channel',
    id,
    name,
    description: unescaped(description),
    isPrivate,
    isArchived: channel.is_archived === true,
    isDefault: channel.is_general === true,
    createdAt: parseTime(channel.created),
    creator: channel.creator,
    members: memberIds(channel),
  };
}

function directRecord(channel: SlackChannel & { id: string }): DirectRecord {
  const { id, user } = channel;
  const listed = memberIds(channel);
  return {
    kind: 'direct',
    id,
    members: [...new Set(listed.length === 0 && user !== undefined ? [user] : listed)],
  };
}
