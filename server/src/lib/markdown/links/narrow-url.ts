/**
 * URLs of channels, topics and messages: `/#narrow/channel/3-name/topic/foo/near/12`.
 * Operands are percent-encoded with `.` instead of `%`.
 */
import type { NamedChannel } from '../types.ts';

const afterPercentEncoding: Record<string, string> = {
  '%': '.',
  '.': '.2E',
  '(': '.28',
  ')': '.29',
  '!': '.21',
  "'": '.27',
  '*': '.2A',
};

function encodeOperand(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[%.()!'*]/g, (c) => afterPercentEncoding[c] ?? c);
}

/** Undefined when the operand is malformed. */
function decodeOperand(operand: string): string | undefined {
  try {
    return decodeURIComponent(operand.replaceAll('.', '%'));
  } catch {
    return undefined;
  }
}

export function channelUrl(channel: NamedChannel): string {
  return `/#narrow/channel/${channel.id}-${encodeOperand(channel.name.replaceAll(' ', '-'))}`;
}

/** `latest` is a message of the topic: with it, the link follows a renamed topic. */
export function topicUrl(channel: NamedChannel, topic: string, latest?: number): string {
  const url = `${channelUrl(channel)}/topic/${encodeOperand(topic)}`;
  return latest === undefined ? url : `${url}/with/${latest}`;
}

export function messageUrl(channel: NamedChannel, topic: string, messageId: number): string {
  return `${channelUrl(channel)}/topic/${encodeOperand(topic)}/near/${messageId}`;
}

export interface ChannelNarrow {
  channelId: number;
  topic?: string;
  /** The message to which the URL points. */
  near?: number;
}

const channelNarrow =
  /^#narrow\/(?:channel|stream)\/(\d{1,15})(?:-[^/]*)?(?:\/(?:topic|subject)\/([^/]*)(?:\/(near|with)\/(\d{1,15}))?)?\/?$/;

/** Parses a fragment; undefined unless it denotes one channel, topic or message. */
export function parseChannelNarrow(fragment: string): ChannelNarrow | undefined {
  const match = channelNarrow.exec(fragment);
  if (!match) return undefined;
  const [, id, encodedTopic, operator, messageId] = match;
  const narrow: ChannelNarrow = { channelId: Number(id) };
  if (encodedTopic === undefined) return narrow;
  const topic = decodeOperand(encodedTopic);
  if (topic === undefined) return undefined;
  narrow.topic = topic;
  if (operator === 'near') narrow.near = Number(messageId);
  return narrow;
}

const channelPath =
  /^\/channel\/(\d{1,15})(?:-[^/?#]*)?(?:\/topic\/([^/?#]*)(?:\/(near|with)\/(\d{1,15}))?)?\/?$/;

/** The same for a path of the web client's address bar, as `/channel/3-loom/topic/warp%202.0/with/17`. */
export function parseChannelPath(path: string): ChannelNarrow | undefined {
  const [, id, encodedTopic, operator, messageId] = channelPath.exec(path) ?? [];
  if (id === undefined) return undefined;
  const channelId = Number(id);
  if (encodedTopic === undefined) return { channelId };
  try {
    // The client writes a tilde before a dot that browsers would resolve as a folder.
    const topic = decodeURIComponent(encodedTopic).replace(/^~/, '');
    return { channelId, topic, ...(operator === 'near' ? { near: Number(messageId) } : {}) };
  } catch {
    return undefined;
  }
}

/** Starts only at the beginning of a run, so that it takes linear time. */
const trailing = /(?<![.,;:!?'*])[.,;:!?'*]+$/;
const addressed = /(?:#narrow\/(?:channel|stream)|\/channel)\/[^\s"<>()]+/g;

/** The topics to which URLs in a text link. */
export function addressedTopics(text: string): { channelId: number; topic: string }[] {
  return [...text.matchAll(addressed)].flatMap(([found]) => {
    const written = found.replace(trailing, '');
    const narrow = written.startsWith('#') ? parseChannelNarrow(written) : parseChannelPath(written);
    return narrow?.topic === undefined ? [] : [{ channelId: narrow.channelId, topic: narrow.topic }];
  });
}
