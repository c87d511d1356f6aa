/** The name of the client program, as messages show it. */

// COMPAT(apps and the terminal client): messages show these programs by the names that they have always had.
const known: readonly [RegExp, string][] = [
  [/^ZulipFlutter\//, 'ZulipFlutter'],
  [/^ZulipMobile\//, 'ZulipMobile'],
  [/^ZulipTerminal\//, 'ZulipTerminal'],
  [/^ZulipElectron\//, 'ZulipElectron'],
  [/^Mozilla\//, 'website'],
];

const cache = new Map<string, string>();

/** @param given The `client` parameter that old libraries send. */
export function clientName(userAgent: string, given: string | undefined): string {
  const named = given?.replaceAll(/\p{Cc}/gu, '').slice(0, 30);
  if (named) return named;
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const name = known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? productOf(userAgent);
  if (cache.size > 1000) cache.clear();
  cache.set(userAgent, name);
  return name;
}

function productOf(userAgent: string): string {
  const product = /^[^/ ]{1,30}/.exec(userAgent)?.[0];
  return product ?? 'API';
}
