/** `:name:` and emoji characters. */
import type { StateInline } from 'markdown-it';
import { longestEmojiName } from '../../../../../wire/emoji.ts';
import { emojiByName, emojiByCharacter, extraEmojiImage } from '../emoji/emoji.ts';
import { escapeAttribute, escapeText } from '../escape.ts';
import { pushHtml, getScope } from '../scope.ts';

const nameSyntax = new RegExp(String.raw`:([\p{L}\p{N}_+-]{1,${longestEmojiName}}):`, 'uy');

/** One emoji according to UTS 51: a flag, or pictographs with modifiers joined by U+200D. */
const picture = String.raw`\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?`;
const sequence = new RegExp(String.raw`\p{RI}\p{RI}|${picture}(?:\u200D${picture}){0,8}`, 'uy');

/** Characters that are text unless followed by U+FE0F, such as arrows. */
const textByDefault = /^\P{Emoji_Presentation}$/u;

const keycapEnd = /[0-9#*]\uFE0F$/;

export function unicodeEmoji(code: string, shown: string): string {
  const title = escapeAttribute(shown.slice(1, -1).replaceAll('_', ' '));
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">${escapeText(shown)}</span>`;
}

function imageEmoji(src: string, shown: string): string {
  const title = escapeAttribute(shown.slice(1, -1).replaceAll('_', ' '));
  return `<img alt="${escapeAttribute(shown)}" class="emoji" src="${escapeAttribute(src)}" title="${title}">`;
}

export function emojiName(state: StateInline, silent: boolean): boolean {
  nameSyntax.lastIndex = state.pos;
  const match = nameSyntax.exec(state.src);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  const [shown, name = ''] = match;
  const image = getScope(state).options.customEmoji?.(name) ?? extraEmojiImage(name);
  const emoji = image === undefined ? emojiByName(name) : undefined;
  if (image === undefined && !emoji) return false;
  if (!silent) pushHtml(state, emoji ? unicodeEmoji(emoji.code, shown) : imageEmoji(image ?? '', shown));
  state.pos += shown.length;
  return true;
}

/** A digit, `#` or `*` in a keycap: found from the mark at its end, because it starts with plain text. */
export function keycap(state: StateInline, silent: boolean): boolean {
  const start = keycapEnd.exec(state.pending)?.[0];
  const emoji = start === undefined ? undefined : emojiByCharacter(`${start}\u20E3`);
  if (start === undefined || !emoji || silent) return false;
  state.pending = state.pending.slice(0, -start.length);
  pushHtml(state, unicodeEmoji(emoji.code, `:${emoji.name}:`));
  state.pos++;
  return true;
}

export function emojiCharacter(state: StateInline, silent: boolean): boolean {
  sequence.lastIndex = state.pos;
  const found = sequence.exec(state.src)?.[0];
  if (found === undefined || state.pos + found.length > state.posMax) return false;
  const emoji = textByDefault.test(found) ? undefined : emojiByCharacter(found);
  if (!silent) {
    if (emoji) pushHtml(state, unicodeEmoji(emoji.code, `:${emoji.name}:`));
    else state.pending += found;
  }
  state.pos += found.length;
  return true;
}
