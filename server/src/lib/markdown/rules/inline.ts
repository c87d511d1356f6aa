/** The rule that dispatches special characters to their own rules. */
import type { StateInline } from 'markdown-it';
import { angleAddress, bareHost, mailAddress, urlWithScheme } from './address.ts';
import { channelLink } from './channel-link.ts';
import { emojiCharacter, emojiName, keycap } from './emoji.ts';
import { math } from './math.ts';
import { media } from './media.ts';
import { mention } from './mention.ts';
import { time } from './time.ts';

const keycapMark = 0x20e3;

export function ours(state: StateInline, silent: boolean): boolean {
  const code = state.src.charCodeAt(state.pos);
  switch (code) {
    case 0x21: // !
      return media(state, silent);
    case 0x23: // #
      return channelLink(state, silent);
    case 0x24: // $
      return math(state, silent);
    case 0x2e: // .
      return bareHost(state, silent);
    case 0x3a: // :
      return urlWithScheme(state, silent) || emojiName(state, silent);
    case 0x3c: // <
      return time(state, silent) || angleAddress(state, silent);
    case 0x40: // @
      return mention(state, silent) || mailAddress(state, silent);
    case keycapMark:
      return keycap(state, silent);
    default:
      return code >= 128 && emojiCharacter(state, silent);
  }
}
