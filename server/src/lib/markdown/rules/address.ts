/** URLs and email addresses without syntax: `https://…`, `host.example/path`, `me@host.example`, `<https://…>`. */
import type { StateInline } from 'markdown-it';
import {
  parseChannelNarrow,
  parseChannelPath,
  channelUrl,
  messageUrl,
  topicUrl,
} from '../links/narrow-url.ts';
import { isHostName } from '../links/hosts.ts';
import { pushHtml, getScope, type Scope } from '../scope.ts';
import { pathWithin, safeUrl, urlEnd } from '../links/url.ts';
import { atWordStart, mayBeginReference } from './scan.ts';
import { escapeAttribute, escapeText } from '../escape.ts';
import type { NamedChannel } from '../types.ts';

function pushLink(state: StateInline, typed: string, href: string): void {
  if (pushNarrow(state, href)) return;
  state.push('link_open', 'a', 1).attrs = [['href', href]];
  state.push('text', '', 0).content = typed;
  state.push('link_close', 'a', -1);
}

/** A URL of a conversation in this organization is shown by the conversation's name. */
function pushNarrow(state: StateInline, href: string): boolean {
  const scope = getScope(state);
  const path = pathWithin(href, scope.options.organizationUrl) ?? '';
  const narrow = path.startsWith('/#') ? parseChannelNarrow(path.slice(1)) : parseChannelPath(path);
  const channel = narrow && scope.names.channelById?.(narrow.channelId);
  if (!channel) return false;
  pushHtml(state, channelAnchor(channel, narrow.topic, narrow.near, scope));
  scope.found.hasLink = true;
  return true;
}

/** Turns the text from `start`, before the position of the trigger, to `end` into a link. */
function link(state: StateInline, silent: boolean, start: number, end: number, href: string): boolean {
  const before = state.pos - start;
  if (href === '' || (!silent && state.pending.length < before)) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, state.pending.length - before);
    pushLink(state, state.src.slice(start, end), href);
  }
  state.pos = end;
  return true;
}

const schemeBefore = ['https', 'http', 'mailto'] as const;
const hostStart = /[\p{L}\p{N}[]/u;
/** Characters between `mailto:` and its `@`: without a limit, each of many `mailto:` would scan the rest of the text. */
const longestRecipient = 256;

/** Triggered by a colon: searches backwards for the scheme. */
export function urlWithScheme(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const { src, pos, posMax } = state;
  const scheme = schemeBefore.find((name) => pos >= name.length && endsWithIgnoringCase(src, pos, name));
  if (scheme === undefined) return false;
  const start = pos - scheme.length;
  const bodyStart = scheme === 'mailto' ? pos + 1 : pos + 3;
  if (scheme !== 'mailto' && !src.startsWith('//', pos + 1)) return false;
  if (!atWordStart(src, start) || !hostStart.test(src.charAt(bodyStart))) return false;
  const at = scheme === 'mailto' ? src.slice(bodyStart, bodyStart + longestRecipient).indexOf('@') : 0;
  if (at < 0) return false;
  const end = urlEnd(src, start, posMax);
  if (end <= bodyStart + at) return false;
  return link(state, silent, start, end, safeUrl(src.slice(start, end)));
}

function endsWithIgnoringCase(src: string, end: number, word: string): boolean {
  const found = src.slice(end - word.length, end);
  return found === word || found.toLowerCase() === word;
}

/** Letters of scripts with spaces between words: in the others, nothing says where an address begins. */
const letters = String.raw`[[\p{L}\p{M}\p{N}]&&[\0-\u2E7F]]`;
const localPart = new RegExp(String.raw`[${letters}_.%+\-]`, 'v');
const wordInLocalPart = new RegExp(String.raw`[${letters}_]`, 'v');
const domain = new RegExp(
  String.raw`[${letters}\-]+(?:\.[${letters}\-]+)*\.[[\p{L}\p{M}]&&[\0-\u2E7F]]{2,24}(?![${letters}_@]|[\-:\/.][${letters}_])`,
  'vy',
);

/** Triggered by an `@`: searches backwards for the local part and forwards for the host. */
export function mailAddress(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const { src, pos, posMax } = state;
  let start = pos;
  while (start > 0 && pos - start < 64 && localPart.test(src.charAt(start - 1))) start--;
  while (start < pos && !wordInLocalPart.test(src.charAt(start))) start++;
  if (start === pos || !atWordStart(src, start) || src.charAt(start - 1) === '/') return false;
  domain.lastIndex = pos + 1;
  const host = domain.exec(src)?.[0];
  if (host === undefined || host.length > 253 || pos + 1 + host.length > posMax) return false;
  const end = pos + 1 + host.length;
  return link(state, silent, start, end, safeUrl(`mailto:${src.slice(start, end)}`));
}

const label = /[a-z0-9-]/i;
const noHostAfter = /[./@\\#=&%+$:-]/;
const restOfHost = /\.[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}/iy;
const pathStart = /^(?:\/|:\d)/;
const noHostBefore = /^[\w@(\\=-]/;

/** Triggered by a dot in a word: searches backwards for the first label and forwards for the rest of the host. */
export function bareHost(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const { src, pos, posMax } = state;
  let start = pos;
  while (start > 0 && pos - start < 64 && label.test(src.charAt(start - 1))) start--;
  if (start === pos || !atWordStart(src, start) || noHostAfter.test(src.charAt(start - 1))) return false;
  restOfHost.lastIndex = pos;
  const hostEnd = pos + (restOfHost.exec(src)?.[0].length ?? 0);
  if (hostEnd === pos || hostEnd > posMax) return false;
  const next = src.slice(hostEnd, hostEnd + 2);
  const hasPath = pathStart.test(next);
  if (noHostBefore.test(next) || !isHostName(src.slice(start, hostEnd), hasPath)) return false;
  const end = hasPath ? Math.max(hostEnd, urlEnd(src, start, posMax)) : hostEnd;
  return link(state, silent, start, end, safeUrl(`http://${src.slice(start, end)}`));
}

const inAngles = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/iy;

export function angleAddress(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  inAngles.lastIndex = state.pos;
  const match = inAngles.exec(state.src);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  const typed = match[1] ?? '';
  const href = safeUrl(typed);
  if (href === '') return false;
  if (!silent) pushLink(state, typed, href);
  state.pos += match[0].length;
  return true;
}

// `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**`.

const syntax = /#\*\*([^*>\n]{1,150})(?:>([^*\n]{0,200}?)(?:@(\d{1,15}))?)?\*\*/y;

/** The empty topic is shown by the name that clients use. */
const generalChat = '<em>general chat</em>';

function anchor(className: string, channelId: number | undefined, href: string, text: string): string {
  const id = channelId === undefined ? '' : ` data-stream-id="${channelId}"`;
  return `<a class="${className}"${id} href="${escapeAttribute(href)}">${text}</a>`;
}

/** The link's HTML; `topic` and `messageId` are optional parts of the target. */
function channelAnchor(
  channel: NamedChannel,
  topic: string | undefined,
  messageId: number | undefined,
  scope: Scope,
) {
  const name = `#${escapeText(channel.name)}`;
  if (topic === undefined) return anchor('stream', channel.id, channelUrl(channel), name);
  const place = `${name} &gt; ${topic === '' ? generalChat : escapeText(topic)}`;
  if (messageId !== undefined) {
    return anchor('message-link', undefined, messageUrl(channel, topic, messageId), `${place} @ 💬`);
  }
  const latest = scope.names.latestInTopic?.(channel.id, topic);
  return anchor('stream-topic', channel.id, topicUrl(channel, topic, latest), place);
}

export function channelLink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (state.linkLevel > 0 || src.charCodeAt(pos + 1) !== 0x2a || !mayBeginReference(src, pos)) return false;
  syntax.lastIndex = pos;
  const match = syntax.exec(src);
  if (!match || pos + match[0].length > state.posMax) return false;
  const scope = getScope(state);
  const channel = scope.names.channelByName(match[1] ?? '');
  if (!channel) return false;
  if (!silent) {
    const messageId = match[3] === undefined ? undefined : Number(match[3]);
    pushHtml(state, channelAnchor(channel, match[2], messageId, scope));
    scope.found.hasLink = true;
  }
  state.pos += match[0].length;
  return true;
}
