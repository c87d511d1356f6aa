/** Converts texts of Zulip, which are in our dialect; names, IDs and addresses in them refer to the other server. */
import type { FileRecord, Text } from '../records.ts';
import { withReferences } from '../text.ts';

export interface ZulipNames {
  userNamed(name: string): string | undefined;
  channelNamed(name: string): string | undefined;
  file(path: string): FileRecord;
}

const references =
  /@(_?)\*\*([^*|\n]+)(?:\|(\d+))?\*\*|#\*\*([^*>\n]+)\*\*|\[([^\]\n]*)\]\((?:https?:\/\/[^/\s)]+)?\/user_uploads\/([^\s)]+)\)|https?:\/\/[^\s/)]+\/#narrow\/[^\s)]*\/near\/(\d+)/g;
const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

export function fromZulip(content: string, names: ZulipNames): Text {
  return withReferences(content, references, (match) => {
    const [whole, silent, name, userId, channel, label, path, messageId] = match;
    if (name !== undefined) {
      const user = userId ?? (wildcards.has(name) ? undefined : names.userNamed(name));
      return user === undefined
        ? undefined
        : { user, label: name, silent: silent === '_', byName: userId === undefined };
    }
    if (channel !== undefined) {
      const id = names.channelNamed(channel);
      return id === undefined ? undefined : { channel: id, label: channel };
    }
    if (path !== undefined) return { file: names.file(path), written: whole, ...(label ? { label } : {}) };
    // Within a link, only its address can be converted.
    const before = (match.input ?? '')[match.index === undefined ? 0 : match.index - 1];
    return messageId === undefined || before === '('
      ? undefined
      : { message: messageId, label: whole, url: whole };
  });
}
