/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**`. */
import type { StateInline } from 'markdown-it';
import { escapeAttribute, escapeText } from '../escape.ts';
import { channelUrl, messageUrl, topicUrl } from '../links/narrow-url.ts';
import { pushHtml, getScope, type Scope } from '../scope.ts';
import type { NamedChannel } from '../types.ts';
import { mayBeginReference } from './scan.ts';

const syntax = /#\*\*([^*>\n]{1,150})(?:>([^*\n]{0,200}?)(?:@(\d{1,15}))?)?\*\*/y;

/** The empty topic is shown by the name that clients use. */
const generalChat = '<em>general chat</em>';

function anchor(className: string, channelId: number | undefined, href: string, text: string): string {
  const id = channelId === undefined ? '' : ` data-stream-id="${channelId}"`;
  return `<a class="${className}"${id} href="${escapeAttribute(href)}">${text}</a>`;
}

/** The link's HTML; `topic` and `messageId` are optional parts of the target. */
export function channelAnchor(
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
