import { parseStored } from '../../lib/json.ts';
const noSettings: Readonly<Record<string, never>> = Object.freeze({});

/** Settings as rows have them. Most are unchanged: they share one empty object. */
export function parseSettings<T>(text: string): Readonly<Record<string, T>> {
  return text === '{}' ? noSettings : parseStored<Record<string, T>>(text);
}
