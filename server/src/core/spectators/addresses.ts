/**
 * The addresses of pages for spectators. The id alone finds the page, so addresses outlive renames and
 * moves; the words after it are for people, and a page redirects to the address with its present words.
 */

const publicPrefix = '/public';

export const channelPath = ({ id, name }: { id: number; name: string }): string =>
  `${publicPrefix}/channel/${id}${words(name)}`;

/** @param firstMessageId A topic is known by its first message, which moves with it. */
export const topicPath = (firstMessageId: number, topic: string, pageNumber = 1): string =>
  `${publicPrefix}/topic/${firstMessageId}${words(topic)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`;

/** Redirects to the message on the page of its topic. */
export const messagePath = (id: number): string => `${publicPrefix}/message/${id}`;

/** Readers subscribe to the URL of a feed, so it contains nothing that changes. */
export const channelFeedPath = ({ id }: { id: number }): string => `${publicPrefix}/feed/channel/${id}`;

export const topicFeedPath = (firstMessageId: number): string =>
  `${publicPrefix}/feed/topic/${firstMessageId}`;

/** The id that a segment such as `12-general` begins with. */
export function leadingId(segment: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,15})(?:-|$)/.exec(segment) ?? [];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}

const longestWords = 60;

/** `-general-chat`: letters and digits of any script; nothing where a name has none. */
function words(name: string): string {
  const parts =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const text = [...parts.join('-')].slice(0, longestWords).join('').replace(/-$/, '');
  return text === '' ? '' : `-${encodeURIComponent(text)}`;
}
