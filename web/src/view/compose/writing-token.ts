/** The token at the caret for which there may be suggestions. */

export type Token = {
  kind: 'person' | 'silent' | 'channel' | 'topic' | 'emoji' | 'command' | 'language' | 'time';
  /** Its text so far. */
  query: string;
  /** Index of the token in the text, including its sign. */
  start: number;
  /** The name of a topic's channel. */
  channel?: string;
};

const begin = String.raw`(?:^|[\s([{"'/])`;
const shapes = {
  topic: /#\*\*([^*>\n]+)>([^*\n]*)$/,
  mention: new RegExp(String.raw`${begin}(@(_?)\*{0,2}((?:[^\s@*:][^@*\n]{0,39})?))$`, 'u'),
  channel: new RegExp(String.raw`${begin}(#(?:\*\*)?((?:[^\s#*][^#*\n>]{0,59})?))$`, 'u'),
  time: new RegExp(String.raw`${begin}(<time:?([^<>\n]{0,40}))$`, 'u'),
  emoji: new RegExp(String.raw`${begin}(:([a-z+\d][\w+-]+))$`, 'iu'),
};

/** @param caret in UTF-16 code units */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const fence = openFence(before.slice(0, before.length - line.length));
  const language = /^ {0,3}(?:`{3,}|~{3,})([\w+#-]+)$/.exec(line)?.[1];
  if (fence === 'text') return undefined;
  if (fence === 'none' && language !== undefined)
    return { kind: 'language', query: language, start: caret - language.length };
  if (isInCode(line)) return undefined;
  const command = /^\/([\w-]*)$/.exec(before)?.[1];
  if (command !== undefined) return { kind: 'command', query: command, start: 0 };
  return topicAt(before) ?? mentionAt(before) ?? channelAt(before) ?? emojiAt(before) ?? timeAt(before);
}

function topicAt(before: string): Token | undefined {
  const found = shapes.topic.exec(before);
  return found ? { kind: 'topic', channel: found[1]!, query: found[2]!, start: found.index } : undefined;
}

function mentionAt(before: string): Token | undefined {
  const [, all = '', silent, query = ''] = shapes.mention.exec(before) ?? [];
  if (all === '') return undefined;
  return { kind: silent === '_' ? 'silent' : 'person', query, start: before.length - all.length };
}

function channelAt(before: string): Token | undefined {
  const [, all = '', query = ''] = shapes.channel.exec(before) ?? [];
  return all === '' ? undefined : { kind: 'channel', query, start: before.length - all.length };
}

function emojiAt(before: string): Token | undefined {
  const [, all = '', query = ''] = shapes.emoji.exec(before) ?? [];
  return all === '' ? undefined : { kind: 'emoji', query, start: before.length - all.length };
}

function timeAt(before: string): Token | undefined {
  const [, all = '', query = ''] = shapes.time.exec(before) ?? [];
  return all === '' ? undefined : { kind: 'time', query, start: before.length - all.length };
}

/** Whether the end is inside a code block; quotes and spoilers contain ordinary text. */
function openFence(lines: string): 'none' | 'prose' | 'text' {
  const open: { mark: string; isProse: boolean }[] = [];
  for (const line of lines.split('\n')) {
    const [, mark = '', kind = ''] = /^ {0,3}(`{3,}|~{3,}) *(.*)$/.exec(line) ?? [];
    if (mark === '') continue;
    const last = open.at(-1);
    if (kind === '' && last?.mark === mark) open.pop();
    else if (last === undefined || last.isProse)
      open.push({ mark, isProse: /^(?:quote|quoted|spoiler)\b/.test(kind) });
  }
  const last = open.at(-1);
  if (last === undefined) return 'none';
  return last.isProse ? 'prose' : 'text';
}

/** Whether the end is inside inline code. */
const isInCode = (line: string): boolean => (line.match(/`+/g) ?? []).length % 2 === 1;
