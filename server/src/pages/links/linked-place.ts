/** Parses links to channels, topics and messages that are copied from clients. */
import { parseChannelNarrow } from '../../lib/markdown/links/narrow-url.ts';

export interface LinkedPlace {
  /** Takes precedence, since the message may have moved. */
  messageId?: number;
  channelId?: number;
  topic?: string;
}

/** The part after `#narrow/`: `channel/3-name/topic/foo/near/12`. */
export function readNarrow(narrow: string): LinkedPlace {
  const [, id] = /(?:^|\/)(?:near|with|id)\/([1-9]\d{0,14})\/?$/.exec(narrow) ?? [];
  const { channelId, topic } = parseChannelNarrow(`#narrow/${narrow}`) ?? {};
  return {
    ...(channelId === undefined ? {} : { channelId }),
    ...(topic === undefined ? {} : { topic }),
    ...(id === undefined ? {} : { messageId: Number(id) }),
  };
}

/** A path of the web client: `/channel/3-name/topic/foo/near/12`. */
export function readClientPath(path: string): LinkedPlace {
  const [, near] = /\/near\/([1-9]\d{0,14})$/.exec(path) ?? [];
  const rest = near === undefined ? path : path.slice(0, path.lastIndexOf('/near/'));
  const [, channel, topic] = /^\/channel\/([1-9]\d{0,14})(?:-[^/]*)?(?:\/topic\/(.*))?$/.exec(rest) ?? [];
  if (channel === undefined) return {};
  return {
    channelId: Number(channel),
    // The client escapes `.` and `..`, which browsers resolve, by a tilde.
    ...(topic === undefined ? {} : { topic: decode(topic).replace(/^~/, '') }),
    ...(near === undefined ? {} : { messageId: Number(near) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
