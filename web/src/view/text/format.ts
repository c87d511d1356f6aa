/** Formatting commands of the text field. */
import { controlLabel } from './keys.ts';
import { t } from './text.ts';

/** A text and its selection, in UTF-16 code units. */
export type TextSelection = { text: string; start: number; end: number };

export const formats = [
  'bold',
  'italic',
  'strike',
  'code',
  'link',
  'quote',
  'list',
  'numbers',
  'spoiler',
  'math',
  'time',
] as const;
export type Format = (typeof formats)[number];

/** Keys with Ctrl or Command. */
const keys: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', e: 'code' };
const shiftKeys: Readonly<Record<string, Format>> = {
  x: 'strike',
  l: 'link',
  '9': 'quote',
  '8': 'list',
  '7': 'numbers',
};

type Press = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

/** @returns undefined for other keys; digits are read from the key code, since Shift changes the character */
export function getFormat({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): Format | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const name = code.startsWith('Digit') ? code.slice(5) : key.toLowerCase();
  return shiftKey ? shiftKeys[name] : keys[name];
}

/** The key shown with a button; undefined if it has none. */
export function formatKey(format: Format, isMac: boolean): string | undefined {
  const find = (table: Readonly<Record<string, Format>>) =>
    Object.keys(table)
      .find((key) => table[key] === format)
      ?.toUpperCase();
  const control = controlLabel(isMac);
  const shifted = find(shiftKeys);
  const plain = find(keys);
  if (plain !== undefined) return `${control} ${plain}`;
  return shifted && `${control} ${isMac ? '⇧' : t('keys.shift')} ${shifted}`;
}

/** Adds the format to the selection, or removes it if it is there already. */
export function formatted(format: Format, passage: TextSelection): TextSelection {
  const isLong = passage.text.slice(passage.start, passage.end).includes('\n');
  switch (format) {
    case 'bold':
      return marked(passage, '**');
    case 'italic':
      return marked(passage, '*');
    case 'strike':
      return marked(passage, '~~');
    case 'code':
      return isLong ? fenced(passage, '') : marked(passage, '`');
    case 'math':
      return isLong ? fenced(passage, 'math') : marked(passage, '$$');
    case 'spoiler':
      return fenced(passage, 'spoiler');
    case 'quote':
      return prefixed(passage, /^> ?/, () => '> ');
    case 'list':
      return prefixed(passage, /^[-*+] /, () => '- ');
    case 'numbers':
      return prefixed(passage, /^\d+\. /, (index) => `${index + 1}. `);
    case 'link':
      return linked(passage);
    case 'time':
      return timed(passage);
  }
}

const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

const timeStart = '<time:';

/** Begins a point in time, with the selection as its text; suggestions complete it. */
function timed({ text, start, end }: TextSelection): TextSelection {
  const before = /(?:^|\s)$/.test(text.slice(0, start)) ? '' : ' ';
  const caret = end + before.length + timeStart.length;
  const written = before + timeStart + text.slice(start, end);
  return { text: splice(text, start, end, written), start: caret, end: caret };
}

/** Leaves spaces at the ends outside, since a marker next to a space has no effect. */
function trimmed({ text, start, end }: TextSelection): TextSelection {
  const selected = text.slice(start, end);
  if (selected.trim() === '') return { text, start, end };
  return {
    text,
    start: start + selected.length - selected.trimStart().length,
    end: end - selected.length + selected.trimEnd().length,
  };
}

function marked(passage: TextSelection, mark: string): TextSelection {
  const { text, start, end } = trimmed(passage);
  const size = mark.length;
  if (hasMark(text.slice(0, start), text.slice(end), mark)) {
    const bare = splice(text, end, end + size, '');
    return { text: splice(bare, start - size, start, ''), start: start - size, end: end - size };
  }
  const selected = text.slice(start, end);
  const inner = selected.slice(size, -size);
  if (selected.length > 2 * size && isWrapped(selected, mark))
    return { text: splice(text, start, end, inner), start, end: end - 2 * size };
  return { text: splice(text, start, end, mark + selected + mark), start: start + size, end: end + size };
}

const isWrapped = (selected: string, mark: string): boolean =>
  runAtStart(selected, mark) && runAtStart(reversed(selected), mark);

const reversed = (text: string): string => text.split('').reverse().join('');

/** Whether the marker is there: of three asterisks, two are bold and one is italic. */
function runAtStart(text: string, mark: string): boolean {
  const char = mark.charAt(0);
  let run = 0;
  while (text[run] === char) run++;
  if (char !== '*') return run >= mark.length;
  return mark === '*' ? run === 1 || run === 3 : run >= 2;
}

const hasMark = (before: string, after: string, mark: string): boolean =>
  runAtStart(reversed(before), mark) && runAtStart(after, mark);

/** Puts a fence around whole lines, longer than any inside. */
function fenced({ text, start, end }: TextSelection, kind: string): TextSelection {
  const selected = text.slice(start, end);
  const longest = Math.max(2, ...[...selected.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const opening = `${before}${fence}${kind}\n`;
  const from = start + opening.length;
  const wrapped = `${opening}${selected}\n${fence}${after}`;
  return { text: splice(text, start, end, wrapped), start: from, end: from + selected.length };
}

/** Prefixes every line of the selection. */
function prefixed(
  { text, start, end }: TextSelection,
  prefix: RegExp,
  make: (index: number) => string,
): TextSelection {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.every((line) => prefix.test(line));
  const changed = lines
    .map((line, index) => (isOn ? line.replace(prefix, '') : make(index) + line.replace(prefix, '')))
    .join('\n');
  const shift = changed.length - (to - from);
  const isCaret = start === end;
  return {
    text: splice(text, from, to, changed),
    start: isCaret ? Math.max(from, end + shift) : from,
    end: Math.max(from, isCaret ? end + shift : to + shift),
  };
}

/** Selects the URL, to be typed over; a selected URL is used as it is. */
function linked({ text, start, end }: TextSelection): TextSelection {
  const selected = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(selected)) {
    const link = `[](${selected})`;
    return { text: splice(text, start, end, link), start: start + 1, end: start + 1 };
  }
  const link = `[${selected}](url)`;
  const address = start + selected.length + 3;
  const at = selected === '' ? { start: start + 1, end: start + 1 } : { start: address, end: address + 3 };
  return { text: splice(text, start, end, link), ...at };
}

/** Replaces the selection, and puts the caret after the text. */
export function inserted({ text, start, end }: TextSelection, by: string): TextSelection {
  const caret = start + by.length;
  return { text: splice(text, start, end, by), start: caret, end: caret };
}
