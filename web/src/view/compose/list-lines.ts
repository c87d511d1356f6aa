/** Keys in a list: Enter continues it or ends it, Tab and Shift+Tab change the level of an item. */
import type { TextSelection } from '../text/format.ts';

const item = /^( *)(?:([-*+])|(\d{1,9})([.)]))( +)(.*)$/;

/** The line with the caret, unless text is selected or the caret is in a code block. */
function currentItem({ text, start, end }: TextSelection) {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const fences = text.slice(0, from).match(/^ *(?:```|~~~)/gm) ?? [];
  if (fences.length % 2 === 1) return undefined;
  const next = text.indexOf('\n', start);
  const until = next < 0 ? text.length : next;
  const [, indent = '', bullet = '', number = '', dot = '', space = '', words = ''] =
    item.exec(text.slice(from, until)) ?? [];
  if (space === '') return undefined;
  const mark = bullet === '' ? number + dot : bullet;
  return { from, until, indent, bullet, number, dot, space, words, width: mark.length + space.length };
}

/** The text after Enter in an item of a list; undefined outside lists, and before the words of an item. */
export function withNextItem(selection: TextSelection): TextSelection | undefined {
  const found = currentItem(selection);
  if (found === undefined) return undefined;
  const { text, start } = selection;
  const { from, until, indent, bullet, number, dot, space, words, width } = found;
  if (words.trim() === '') return replaced(text, from, until, '');
  if (start < from + indent.length + width) return undefined;
  const mark = bullet === '' ? `${Number(number) + 1}${dot}` : bullet;
  return replaced(text, start, start, `\n${indent}${mark}${space}`);
}

/** The text after Tab (or Shift+Tab) in an item; undefined outside lists, and where there is no level left. */
export function withLevel(
  selection: TextSelection,
  { isBack }: { isBack: boolean },
): TextSelection | undefined {
  const found = currentItem(selection);
  if (found === undefined) return undefined;
  const { text, start } = selection;
  const { from, indent, width } = found;
  if (isBack && indent === '') return undefined;
  const less = Math.min(indent.length, width);
  const next = isBack ? indent.slice(less) : indent + ' '.repeat(width);
  const at = Math.max(from, start + next.length - indent.length);
  return { text: text.slice(0, from) + next + text.slice(from + indent.length), start: at, end: at };
}

function replaced(text: string, start: number, end: number, by: string): TextSelection {
  const at = start + by.length;
  return { text: text.slice(0, start) + by + text.slice(end), start: at, end: at };
}
