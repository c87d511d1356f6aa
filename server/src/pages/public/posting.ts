/** Describes a topic in the schema.org vocabulary. */
import { type PublicMessage, messagePath, publicName } from '../../core/spectators/index.ts';
import type { Html } from '../layout/html.ts';
import { jsonLd } from './metadata.ts';
import { type MessageView, messageWords } from './messages.ts';

/** Messages after the first one. */
const mostComments = 10;
const longestText = 2000;
const longestComment = 200;

export interface Discussion {
  title: string;
  /** Absolute URL. */
  url: string;
  origin: string;
}

export function discussionData(
  view: MessageView,
  { title, url, origin }: Discussion,
  messages: readonly PublicMessage[],
): Html | null {
  const [first, ...others] = messages;
  if (!first) return null;
  return jsonLd({
    '@type': 'DiscussionForumPosting',
    headline: title,
    url,
    ...posting(view, first, longestText),
    comment: others.slice(0, mostComments).map((message) => ({
      '@type': 'Comment',
      url: origin + messagePath(message.id),
      ...posting(view, message, longestComment),
    })),
  });
}

function posting(view: MessageView, message: PublicMessage, longest: number) {
  const { app, cache } = view;
  const sender = cache.users.get(message.senderId);
  const text = messageWords(view, message, longest);
  return {
    ...(text !== '' && { text }),
    datePublished: new Date(message.sentAt).toISOString(),
    ...(message.editedAt !== null && { dateModified: new Date(message.editedAt).toISOString() }),
    author: { '@type': 'Person', name: sender ? publicName(app, cache, sender) : '' },
  };
}
