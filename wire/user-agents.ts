/** Parses user agents into display names of browsers and systems. */

// More specific ones first, since each also contains the names of its ancestors.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** The browser and the system, as far as they are known. */
export const agentParts = (userAgent: string): string[] =>
  [browsers, systems].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
