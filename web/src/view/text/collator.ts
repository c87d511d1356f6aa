/** The order of names: ignores case and accents, compares numbers by value. */
export const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
