/** Splits texts that are longer than a message may be. */
import { limits } from '../../../../../wire/core.ts';
import { codePoints } from '../../../lib/text.ts';
import type { MessageRecord } from '../records.ts';

const spare = 500;
export const longestPart = limits.messageLength - spare;

/** Key of a later part of a message that was split. */
export const partKey = (id: string, number: number): string => `${id} part ${number}`;

/** IDs of sources have no spaces. */
export const isPartKey = (key: string): boolean => / part \d+$/.test(key);

/** Keys of all parts that a message may have been split into, except for the first. */
export function partKeys({ id, text }: MessageRecord): string[] {
  const length = text.reduce((all, piece) => all + (typeof piece === 'string' ? piece.length : spare), 0);
  if (length <= limits.messageLength / 2) return [];
  const most = Math.ceil((2 * length) / longestPart) + 1;
  return Array.from({ length: most - 1 }, (_, i) => partKey(id, i + 2));
}

/** Splits a text that is longer than a message may be. A block of code is closed and opened again. */
export function split(content: string): string[] {
  if (content.length <= limits.messageLength || codePoints(content) <= limits.messageLength) return [content];
  const parts: string[] = [];
  const all = Array.from(content);
  let fence = '';
  for (let at = 0; at < all.length;) {
    const room = all.slice(at, at + longestPart);
    const end = at + room.length === all.length ? room.length : lastBreak(room);
    const text = room.slice(0, end).join('');
    const part = fence === '' ? text : `${fence}\n${text}`;
    fence = openFence(part);
    parts.push(fence === '' ? part : `${part}\n${/^[`~]+/.exec(fence)?.[0] ?? ''}`);
    at += end;
  }
  return parts;
}

/** The position after the last line that fits, or else the last word. */
function lastBreak(room: readonly string[]): number {
  for (const [mark, least] of [
    ['\n', 0.5],
    [' ', 0.8],
  ] as const) {
    const at = room.lastIndexOf(mark);
    if (at > room.length * least) return at + 1;
  }
  return room.length;
}

/** The opening line of the unclosed block of code, if any. */
function openFence(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark === '') continue;
    if (open === '') open = line.slice(0, 80);
    else if (line.trim().startsWith(/^[`~]+/.exec(open)?.[0] ?? '')) open = '';
  }
  return open;
}
