/** Files in messages. */
export const uploads = {} as const;
