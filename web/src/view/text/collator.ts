/** The order of names: without regard to case and accents, numbers by their value. */
export const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
