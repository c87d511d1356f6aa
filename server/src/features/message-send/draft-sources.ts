/** Loads what rendering a text needs from the database; most users and texts need nothing. */
import { findNamed } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { addressedTopics } from '../../lib/markdown/links/narrow-url.ts';
import { nameKey, tidySpaces } from '../../lib/text.ts';
import { reachIn } from '../../core/channels/index.ts';
import { type Reader, findTopic } from '../../core/messages/index.ts';
import { isLimited, getUserVisibility } from '../../core/users/index.ts';
import { mayShowFiles, previewsFor } from '../uploads/index.ts';
import type { Rendering } from './draft.ts';

export type DraftSources = Pick<Rendering, 'sees' | 'previews' | 'latestInTopic'>;

const typedTopic = /#\*\*([^*>\n]{1,150})>([^*\n]{0,200}?)\*\*/g;
const mostTopics = 20;

const mayLinkTopics = (content: string): boolean =>
  ['#**', '#narrow/', '/channel/'].some((sign) => content.includes(sign));

/** Undefined if no query is needed: without an `await`, messages sent in one turn of the event loop are stored in order. */
export function draftSources(db: Db, author: Reader, content: string): Promise<DraftSources> | undefined {
  const isNeeded = isLimited(author.cache, author.user) || mayShowFiles(content) || mayLinkTopics(content);
  return isNeeded ? ask(db, author, content) : undefined;
}

async function ask(db: Db, author: Reader, content: string): Promise<DraftSources> {
  const { cache, user } = author;
  return {
    sees: isLimited(cache, user) ? await getUserVisibility(db, cache, user) : undefined,
    previews: await previewsFor(db, author, content),
    latestInTopic: mayLinkTopics(content) ? await newestIn(db, author, content) : undefined,
  };
}

const placeKey = (channelId: number, topic: string): string => `${channelId} ${nameKey(tidySpaces(topic))}`;

/** The topics that a text links to, in channels whose whole history its author may read. */
function linkedTopics({ cache, user }: Reader, content: string): Map<string, [number, string]> {
  const typed = [...content.matchAll(typedTopic)].map(([, name = '', topic = '']) => {
    return { channelId: findNamed(cache.channels, name)?.id ?? 0, topic };
  });
  const found = new Map<string, [number, string]>();
  for (const { channelId, topic } of [...typed, ...addressedTopics(content)]) {
    const channel = cache.channels.get(channelId);
    if (!channel || reachIn(cache, channel, user) !== 'all' || found.size >= mostTopics) continue;
    found.set(placeKey(channelId, topic), [channelId, tidySpaces(topic)]);
  }
  return found;
}

async function newestIn(db: Db, author: Reader, content: string): Promise<DraftSources['latestInTopic']> {
  const newest = new Map<string, number>();
  for (const [key, [channelId, topic]] of linkedTopics(author, content)) {
    const row = await findTopic(db, channelId, topic);
    if (row) newest.set(key, row.last_message_id);
  }
  return (channelId, topic) => newest.get(placeKey(channelId, topic));
}
