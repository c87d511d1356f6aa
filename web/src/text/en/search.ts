/** Search, the switcher, the emoji picker, the lightbox. */
export const search = {} as const;
