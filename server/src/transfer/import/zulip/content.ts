/** Converts texts of Zulip, which are in our dialect; names, IDs and addresses in them refer to the other server. */
import type { FileRecord, Text } from '../records.ts';
import { TextBuilder, withReferences } from '../text.ts';
import type { ExportNames } from './names.ts';

export interface ZulipNames {
  readonly names: Pick<ExportNames, 'userNamed' | 'channelNamed' | 'isOwn'>;
  file(path: string): FileRecord;
}

const shown = String.raw`\[([^\][\\\n]*)\]`;
/** Bounded, so that a text of beginnings is not read to its end from each of them. */
const [host, path] = [String.raw`https?://[^/\s)]{1,255}`, String.raw`[^\s)]{1,2000}`];
/** Who is quoted is linked to in this form. */
const messageLink = String.raw`${shown}\(((?:${host})?/?#narrow/${path}/near/(\d+))\)`;
const fileLink = String.raw`\[([^\][\n]*)\]\((?:${host})?/user_uploads/(${path})\)`;
const references = new RegExp(
  String.raw`@(_?)\*\*([^*|\n]+)(?:\|(\d+))?\*\*|#\*\*([^*>\n]+)\*\*|${messageLink}|${fileLink}|${host}/#narrow/${path}/near/(\d+)`,
  'g',
);
const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

/** What is quoted, or hidden in a spoiler, is in fences as code is, but refers to people and files as other text does. */
export function fromZulip(content: string, zulip: ZulipNames): Text {
  if (!/(?:```|~~~)/.test(content)) return convert(content, zulip);
  const made = new TextBuilder();
  for (const part of betweenFences(content)) made.text(convert(part, zulip));
  return made.done();
}

const fence = /^\s*(`{3,}|~{3,})\s*(\S*)/;
const isShown = (kind: string): boolean => kind === 'quote' || kind === 'spoiler';

/** Parts of which each has whole blocks of code: fences of what is no code are between them. */
function* betweenFences(content: string): Generator<string> {
  const open: { fence: string; isCode: boolean }[] = [];
  let part = '';
  for (const line of content.split(/(?<=\n)/)) {
    part += line;
    const [, marks = '', kind = ''] = fence.exec(line) ?? [];
    if (marks === '') continue;
    const last = open.at(-1);
    const closes = kind === '' && last?.fence === marks;
    if (last?.isCode === true) {
      if (closes) open.pop();
      continue;
    }
    if (closes) open.pop();
    else open.push({ fence: marks, isCode: !isShown(kind) });
    if (!closes && !isShown(kind)) continue;
    yield part.slice(0, -line.length);
    yield line;
    part = '';
  }
  yield part;
}

function convert(content: string, { names, file }: ZulipNames): Text {
  return withReferences(content, references, (match) => {
    const [whole, silent, name, userId, channel, said, url, linked, label, path, messageId] = match;
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
    if (url !== undefined && linked !== undefined)
      return names.isOwn(url) ? { message: linked, label: said ?? '', url, written: whole } : undefined;
    if (path !== undefined) return { file: file(path), written: whole, ...(label ? { label } : {}) };
    // Within a link, only its address can be converted.
    const before = (match.input ?? '')[match.index === undefined ? 0 : match.index - 1];
    return messageId === undefined || before === '(' || !names.isOwn(whole)
      ? undefined
      : { message: messageId, label: whole, url: whole };
  });
}
