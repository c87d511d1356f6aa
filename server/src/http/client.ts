/** The name of the client program that messages show. */
import { programName } from '../lib/client-programs.ts';

const cache = new Map<string, string>();

/** @param given The `client` parameter of old libraries. */
export function clientName(userAgent: string, given: string | undefined): string {
  const named = given?.replaceAll(/\p{Cc}/gu, '').slice(0, 30);
  if (named) return named;
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const name = programName(userAgent);
  if (cache.size > 1000) cache.clear();
  cache.set(userAgent, name);
  return name;
}
