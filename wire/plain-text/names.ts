/** Joins names to a list as a language does. */

const made = new Map<string, Intl.ListFormat>();

export function namesIn(code: string, names: readonly string[]): string {
  // Creating a formatter takes longer than formatting a page of lists, and English has none without "and".
  if (names.length < 2 || code === 'en') return names.join(', ');
  const format = made.get(code) ?? new Intl.ListFormat(code, { type: 'conjunction', style: 'narrow' });
  made.set(code, format);
  return format.format(names);
}
