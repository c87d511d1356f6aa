/** Menus and dialogs of messages and topics. */
export const actions = {} as const;
