/** The rule that dispatches special characters to their own rules. */
import type { StateInline } from 'markdown-it';
import { angleAddress, bareHost, mailAddress, urlWithScheme, channelLink } from './address.ts';
import { emojiCharacter, emojiName, keycap } from './emoji.ts';
import { time } from './time.ts';
import { texError, texHtml } from '../math/math.ts';
import { pushHtml, getScope, type Scope } from '../scope.ts';
import { isAsciiWord, mayBeginReference } from './scan.ts';
import { mediaInText } from '../previews.ts';
import { localUrl, uploadPath } from '../links/url.ts';
import { escapeText } from '../escape.ts';
import type { NamedUser } from '../types.ts';

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

// `$$x^2$$`: a formula in the text.

const syntax = /\$\$((?![_\n$])(?:\\\$|[^$\n])+)\$\$(?![\w$])/y;
const dollar = 0x24;

function math(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const before = src.charCodeAt(pos - 1);
  if (before === dollar || isAsciiWord(before)) return false;
  syntax.lastIndex = pos;
  const match = syntax.exec(src);
  if (!match || pos + match[0].length > posMax) return false;
  if (!silent) pushHtml(state, texHtml(match[1] ?? '', getScope(state)) ?? texError(match[0]));
  state.pos += match[0].length;
  return true;
}

// `![name](url)`: an image or player in the text, for files that the caller allows.

interface Target {
  href: string;
  /** After the closing parenthesis. */
  end: number;
}

function skipSpaces(src: string, pos: number): number {
  let end = pos;
  while (src.charCodeAt(end) === 0x20) end++;
  return end;
}

/** Reads `(address)` or `(address "title")`. */
function targetAt(state: StateInline, pos: number): Target | undefined {
  const { src, posMax, md } = state;
  if (src.charCodeAt(pos) !== 0x28) return undefined;
  const address = md.helpers.parseLinkDestination(src, skipSpaces(src, pos + 1), posMax);
  if (!address.ok) return undefined;
  let end = skipSpaces(src, address.pos);
  const title = md.helpers.parseLinkTitle(src, end, posMax);
  if (title.ok) end = skipSpaces(src, title.pos);
  if (src.charCodeAt(end) !== 0x29 || end >= posMax) return undefined;
  return { href: md.normalizeLink(address.str), end: end + 1 };
}

function media(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const scope = getScope(state);
  if (src.charCodeAt(pos + 1) !== 0x5b || !scope.options.previews || state.linkLevel > 0) return false;
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos + 1);
  const target = labelEnd < 0 ? undefined : targetAt(state, labelEnd + 1);
  if (!target || target.href === '') return false;
  const href = localUrl(target.href, scope.options.organizationUrl);
  const html = mediaInText(href, src.slice(pos + 2, labelEnd), scope);
  if (html === undefined) {
    // An upload that cannot be shown inline becomes a link without the exclamation mark.
    if (uploadPath(href) === undefined) return false;
    state.pos++;
    return true;
  }
  if (!silent) pushHtml(state, html);
  state.pos = target.end;
  return true;
}

// `@**Name**`, `@**Name|12**`, `@**all**`, `@*group*`, and their silent forms with `_` after the `@`.

const userSyntax = /@(_?)\*\*([^*\n]{1,150})\*\*/y;
const groupSyntax = /@(_?)\*([^*\n]{1,150})\*/y;
const withId = /^(.*)\|(\d{1,15})$/;

const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

interface Mention {
  html: string;
  /** Reports the mention. Not called for silent mentions. */
  note(scope: Scope): void;
}

function userNamed(name: string, scope: Scope): NamedUser | undefined {
  const match = withId.exec(name);
  if (!match) {
    const user = scope.names.userByName(name);
    return user === 'ambiguous' ? undefined : user;
  }
  const user = scope.names.userById(Number(match[2]));
  const typed = match[1] ?? '';
  return typed === '' || typed.toLowerCase() === user?.fullName.toLowerCase() ? user : undefined;
}

function span(classes: string, attribute: string, name: string, silent: boolean): string {
  const text = escapeText(silent ? name : `@${name}`);
  return `<span class="${classes}${silent ? ' silent' : ''}"${attribute}>${text}</span>`;
}

function wildcardMention(name: string, silent: boolean): Mention | undefined {
  if (name === 'topic') {
    return {
      html: span('topic-mention', '', name, silent),
      note({ found }) {
        found.topicWildcard = true;
      },
    };
  }
  if (!channelWildcards.has(name)) return undefined;
  return {
    html: span('user-mention channel-wildcard-mention', ' data-user-id="*"', name, silent),
    note({ found }) {
      found.channelWildcard = true;
    },
  };
}

function userMention(name: string, silent: boolean, scope: Scope): Mention | undefined {
  const wildcard = wildcardMention(name, silent);
  if (wildcard) return wildcard;
  const user = userNamed(name, scope);
  if (!user) return undefined;
  const quiet = silent || user.silent === true;
  return {
    html: span('user-mention', ` data-user-id="${user.id}"`, user.fullName, quiet),
    note({ found }) {
      if (!quiet) found.users.add(user.id);
    },
  };
}

function groupMention(name: string, silent: boolean, scope: Scope): Mention | undefined {
  const group = scope.names.groupByName(name);
  if (!group) return undefined;
  const quiet = silent || group.silent === true;
  return {
    html: span('user-group-mention', ` data-user-group-id="${group.id}"`, group.name, quiet),
    note({ found }) {
      if (!quiet) found.groups.add(group.id);
    },
  };
}

function mention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (state.linkLevel > 0 || !mayBeginReference(src, pos)) return false;
  userSyntax.lastIndex = groupSyntax.lastIndex = pos;
  const ofUser = userSyntax.exec(src);
  const match = ofUser ?? groupSyntax.exec(src);
  if (!match || pos + match[0].length > state.posMax) return false;
  const scope = getScope(state);
  const quiet = match[1] === '_' || scope.quoted || scope.options.mentionsAreSilent === true;
  const found = (ofUser ? userMention : groupMention)(match[2] ?? '', quiet, scope);
  if (!found) return false;
  if (!silent) {
    pushHtml(state, found.html);
    if (!quiet) found.note(scope);
  }
  state.pos += match[0].length;
  return true;
}
