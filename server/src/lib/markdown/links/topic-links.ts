/** Links that clients show next to a topic. */
import { isHostName } from './hosts.ts';
import { compileLinkifiers, findLinks, type FoundLink } from './linkifiers.ts';
import { limits } from '../scope.ts';
import type { Linkifier } from '../types.ts';
import { safeUrl, urlEnd } from './url.ts';

export interface TopicLink {
  text: string;
  url: string;
}

const wordStart = /(?:^|[\s([{<"',;])(?=[^\s([{<"',;])/g;
const host = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/i;

function urlAt(topic: string, start: number): FoundLink | undefined {
  const end = urlEnd(topic, start, topic.length);
  const text = topic.slice(start, end);
  if (/^https?:\/\/[^/?#]/i.test(text)) return { start, end, text, url: safeUrl(text) };
  const name = host.exec(text)?.[0];
  if (name === undefined) return undefined;
  const rest = text.slice(name.length);
  if (!/^(?:[/?#:]|$)/.test(rest) || !isHostName(name, rest !== '')) return undefined;
  return { start, end, text, url: safeUrl(`https://${text}`) };
}

function urlsIn(topic: string): FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of topic.matchAll(wordStart)) {
    const link = urlAt(topic, match.index + match[0].length);
    if (link && link.url !== '') found.push(link);
  }
  return found;
}

const noLinkifiers: readonly Linkifier[] = [];
/** By list of linkifiers, which is replaced when it changes: pages of messages have the same topics again and again. */
const recent = new WeakMap<readonly Linkifier[], Map<string, readonly TopicLink[]>>();
const mostRecent = 1_000;

/**
 * URLs and linkifier matches in a topic, in order; of overlapping ones, the first in the list is used.
 * @param linkifiers A list that does not change.
 */
export function topicLinks(
  topic: string,
  linkifiers: readonly Linkifier[] = noLinkifiers,
): readonly TopicLink[] {
  let known = recent.get(linkifiers);
  if (!known) recent.set(linkifiers, (known = new Map<string, readonly TopicLink[]>()));
  const before = known.get(topic);
  if (before) return before;
  const links = findTopicLinks(topic, linkifiers);
  if (known.size >= mostRecent) known.clear();
  known.set(topic, links);
  return links;
}

function findTopicLinks(topic: string, linkifiers: readonly Linkifier[]): readonly TopicLink[] {
  const budget = { linkifierWorkLeft: limits.linkifierWork };
  const candidates = urlsIn(topic);
  for (const linkifier of compileLinkifiers(linkifiers))
    candidates.push(...findLinks(linkifier, topic, budget));
  const kept: FoundLink[] = [];
  for (const link of candidates) {
    if (kept.every((other) => link.end <= other.start || link.start >= other.end)) kept.push(link);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}
