/** A browser in a word or two, from its user agent. */

// The more particular first: each names those that it descends from too.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

type Table = readonly (readonly [RegExp, string])[];
const first = (table: Table, text: string): string | undefined =>
  table.find(([sign]) => sign.test(text))?.[1];

/** "Firefox · Linux"; the user agent itself where it is unknown. */
export function browserName(userAgent: string): string {
  const parts = [first(browsers, userAgent), first(systems, userAgent)].filter((one) => one !== undefined);
  return parts.length === 0 ? userAgent || '?' : parts.join(' · ');
}
