/** The channel browser, creating and editing channels, folders, the people directory. */
export const channels = {} as const;
