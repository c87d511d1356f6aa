/** Sanitizes text of other servers for messages. */
import { truncate } from '../../lib/text.ts';

/** Invisible characters and direction overrides, which can disguise a text. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** On one line, truncated to `limit`; undefined if nothing is left. */
export function cleanText(text: unknown, limit: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, limit * 8)
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(misleading, '')
    .trim();
  return line === '' ? undefined : truncate(line, limit, '…');
}
