/** A topic is resolved when its name begins with this mark. Of its own file: the schemas of `wire/edits.ts` are not for the page. */
const resolvedMark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark);

export const withoutResolvedMark = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedMark.length) : topic;

export const withResolvedMark = (topic: string): string => resolvedMark + withoutResolvedMark(topic);

/** The name of a resolved topic once it is unresolved, and the reverse. */
export const toggleResolvedMark = (topic: string): string =>
  isResolved(topic) ? withoutResolvedMark(topic) : withResolvedMark(topic);
