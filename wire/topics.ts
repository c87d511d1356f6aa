/** Topics: which names are one topic, the resolved mark, and policies. Without schemas, which the page must not load for this. */

/** Equal for topics that look the same or differ only in case, which are one topic. */
export const topicKey = (topic: string): string => topic.normalize('NFKC').toLowerCase();

/** What a person has chosen for a topic. `inherit`: the channel's setting applies. */
export const topicPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicy = (typeof topicPolicy)[keyof typeof topicPolicy];

/** A topic is resolved if its name begins with this mark. */
export const resolvedMark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark);

export const withoutResolvedMark = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedMark.length) : topic;

export const withResolvedMark = (topic: string): string => resolvedMark + withoutResolvedMark(topic);

/** Adds or removes the mark. */
export const toggleResolvedMark = (topic: string): string =>
  isResolved(topic) ? withoutResolvedMark(topic) : withResolvedMark(topic);
