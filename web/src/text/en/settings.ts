/** Personal settings. */
export const settings = {} as const;
