/** Inbox, recent conversations, drafts, scheduled messages. */
export const inbox = {} as const;
