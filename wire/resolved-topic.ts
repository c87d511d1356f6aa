/**
 * A topic is resolved if its name begins with this mark. In a file without schemas, which the page must not load for this.
 */
export const resolvedMark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark);

export const withoutResolvedMark = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedMark.length) : topic;

export const withResolvedMark = (topic: string): string => resolvedMark + withoutResolvedMark(topic);

/** Adds or removes the mark. */
export const toggleResolvedMark = (topic: string): string =>
  isResolved(topic) ? withoutResolvedMark(topic) : withResolvedMark(topic);
