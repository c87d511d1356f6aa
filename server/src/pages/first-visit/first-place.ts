/** Determines from the URL which messages a page of the web client shows first. */
import type { FirstMessages } from '../../../../wire/events.ts';
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import { readClientPath } from '../links/linked-place.ts';
import { keysIn } from '../../lib/objects.ts';

export interface FirstPlace {
  /** The same parameters as the client's own request: it ignores a result for others. */
  messages: FirstMessages;
  /** All of them are in one conversation. */
  isConversation: boolean;
  /** Suffix of the CSS class. */
  kind: 'feed' | 'mentions' | 'starred' | 'channel' | 'topic' | 'direct';
}

const views = {
  feed: [{ operator: 'in', operand: 'home' }],
  mentions: [{ operator: 'is', operand: 'mentioned' }],
  starred: [{ operator: 'is', operand: 'starred' }],
} satisfies Record<string, NarrowTerm[]>;

/**
 * Undefined for URLs that show no messages, and for those that need more than the URL (searches, moved topics).
 * @param path without the query
 * @param pageSize messages on each side
 */
export function findFirstPlace(path: string, pageSize: number): FirstPlace | undefined {
  const [, before = '', near] = /^(.*?)(?:\/near\/([1-9]\d{0,14}))?$/.exec(path) ?? [];
  const found = findView(before) ?? findDirect(before) ?? findChannel(before);
  if (found === undefined) return undefined;
  const range = { num_before: pageSize, num_after: pageSize };
  const anchor = near === undefined ? 'first_unread' : Number(near);
  const isConversation = found.kind === 'topic' || found.kind === 'direct';
  return {
    kind: found.kind,
    isConversation,
    messages: { narrow: [...found.narrow], anchor, ...range },
  };
}

type FoundNarrow = Pick<FirstPlace, 'kind'> & { narrow: readonly NarrowTerm[] };

function findView(path: string): FoundNarrow | undefined {
  const name = path.slice(1);
  const kind = keysIn(views).find((view) => view === name);
  return kind && { kind, narrow: views[kind] };
}

/** Most participants of a group conversation. */
const mostPeople = 20;

/** `8,9-Ben,-Cat` names 8 and 9. */
function findDirect(path: string): FoundNarrow | undefined {
  const [, ids] = /^\/dm\/([1-9]\d{0,14}(?:,[1-9]\d{0,14})*)(?:-[^/]*)?$/.exec(path) ?? [];
  const operand = ids?.split(',').map(Number);
  if (operand === undefined || operand.length > mostPeople) return undefined;
  return { kind: 'direct', narrow: [{ operator: 'dm', operand }] };
}

function findChannel(path: string): FoundNarrow | undefined {
  if (path.endsWith('/topics') || /\/with\/\d+$/.test(path)) return undefined;
  const { channelId, topic } = readClientPath(path);
  if (channelId === undefined) return undefined;
  const channel = { operator: 'channel', operand: channelId };
  if (topic === undefined) return { kind: 'channel', narrow: [channel] };
  return { kind: 'topic', narrow: [channel, { operator: 'topic', operand: topic }] };
}
