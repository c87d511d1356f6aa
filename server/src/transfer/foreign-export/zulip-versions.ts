/** Major versions of servers that take what is written: each refuses columns of the next. The newest is the last. */
export const zulipVersions = [10, 11, 12] as const;
export type ZulipVersion = (typeof zulipVersions)[number];

export const newestZulip = 12 satisfies ZulipVersion;
