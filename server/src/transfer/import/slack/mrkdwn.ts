/** Converts Slack's markup to Markdown. */
import { fenced, inlineCode } from '../../../lib/html/markdown-parts.ts';
import { link, TextBuilder } from '../text.ts';
import type { Text } from '../records.ts';

/** `*b*`, `_i_`, `~s~` are markup at word boundaries only, and not in code. */
const token =
  /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]{1,4000})>|(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|(?<![\w~])~(?=[^\s~])([^~\n]*[^\s~])~(?![\w~])|(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/;

/** More deeply nested markup is treated as text. */
const deepest = 8;

export function fromMrkdwn(given: string): Text {
  const made = new TextBuilder();
  convert(given, made, 0);
  return made.done();
}

function convert(text: string, made: TextBuilder, depth: number): void {
  const matcher = new RegExp(token, 'g');
  let last = 0;
  for (const match of text.matchAll(matcher)) {
    words(text.slice(last, match.index), made);
    last = match.index + match[0].length;
    const [whole, block, code, angle, bold, struck, italic] = match;
    if (block !== undefined) {
      made.markdown(`${startOfLine(text, match.index)}${fenced(plainCode(block).replace(/^\n/, ''))}\n`);
      if (text[last] === '\n') last++;
    } else if (code !== undefined) made.markdown(inlineCode(plainCode(code)));
    else if (angle !== undefined) angled(angle, made);
    else if (depth >= deepest) words(whole, made);
    else wrapped(bold, struck, italic, made, depth);
  }
  words(text.slice(last), made);
}

function wrapped(
  bold: string | undefined,
  struck: string | undefined,
  italic: string | undefined,
  made: TextBuilder,
  depth: number,
): void {
  const mark = bold !== undefined ? '**' : struck !== undefined ? '~~' : '*';
  made.markdown(mark);
  convert(bold ?? struck ?? italic ?? '', made, depth + 1);
  made.markdown(mark);
}

const startOfLine = (text: string, at: number): string => (at === 0 || text[at - 1] === '\n' ? '' : '\n');

/** Decodes `&lt;`, `&gt;` and `&amp;` once. */
export const unescaped = (text: string): string =>
  text.includes('&') ? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text;

/** Slack makes links of addresses in code too, and shows the bare addresses. */
const plainCode = (code: string): string =>
  unescaped(
    code.replace(
      /<((?:https?|ftp|mailto):[^<>|\s]+)(?:\|([^<>\n]*))?>/g,
      (_, url: string, label?: string) => label ?? url,
    ),
  );

const emojiCode = /:([\p{L}\p{N}_+'-]{1,100}):(?::skin-tone-\d:)?/gu;

/** Text between markup: quotations stay, bullets become lists, skin tones are removed. */
function words(text: string, made: TextBuilder): void {
  if (text === '') return;
  let plain = text;
  if (plain.includes('•')) plain = plain.replace(/^(\s*)[•◦▪]\s+/gm, '$1* ');
  if (plain.includes('&gt;')) plain = plain.replace(/^(?:&gt;){1,3} ?/gm, '> ');
  let last = 0;
  for (const match of plain.matchAll(emojiCode)) {
    const [whole, emoji = ''] = match;
    made.markdown(unescaped(plain.slice(last, match.index))).reference({ emoji });
    last = match.index + whole.length;
  }
  made.markdown(unescaped(plain.slice(last)));
}

/** The content of `<` and `>`: a person, a channel, a wildcard mention, a date or a link. */
function angled(inside: string, made: TextBuilder): void {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = unescaped(bar < 0 ? '' : inside.slice(bar + 1));
  if (target.startsWith('@')) made.reference({ user: target.slice(1), ...(label === '' ? {} : { label }) });
  else if (target.startsWith('#'))
    made.reference({ channel: target.slice(1), ...(label === '' ? {} : { label }) });
  else if (target.startsWith('!')) special(target.slice(1), label, made);
  else linked(unescaped(target), label, made);
}

function special(target: string, label: string, made: TextBuilder): void {
  const [kind = '', ...rest] = target.split('^');
  if (kind === 'here' || kind === 'channel' || kind === 'everyone' || kind === 'group')
    made.reference({ everyone: true });
  else if (kind === 'subteam' && rest[0] !== undefined)
    made.reference({ group: rest[0], ...(label === '' ? {} : { label: label.replace(/^@/, '') }) });
  else if (kind === 'date') date(rest[0] ?? '', label, made);
  else made.plain(label === '' ? `@${kind}` : label);
}

export function date(seconds: string, label: string, made: TextBuilder): void {
  const time = new Date(Number(seconds) * 1000);
  if (seconds === '' || Number.isNaN(time.getTime())) made.plain(label);
  else made.markdown(`<time:${time.toISOString().replace('.000Z', 'Z')}>`);
}

/** The address of a Slack message: `…/archives/C1/p1700000000000100?thread_ts=…`. */
const messageAddress = /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?.*)?$/;

export function linked(url: string, label: string, made: TextBuilder): void {
  const [, channel, seconds, micros] = messageAddress.exec(url) ?? [];
  if (channel !== undefined)
    made.reference({ message: `${channel}:${String(seconds)}.${String(micros)}`, label: label || url, url });
  else if (url.startsWith('mailto:')) made.markdown(label === '' ? url.slice('mailto:'.length) : label);
  else made.markdown(link(label, url));
}
