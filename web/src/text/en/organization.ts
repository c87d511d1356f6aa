/** Settings of the organization. */
export const organization = {} as const;
