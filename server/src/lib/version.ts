import { readFileSync } from 'node:fs';
import { parseStored } from './json.ts';

/** The version in `package.json`. */
export const heddleVersion = parseStored<{ version: string }>(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;
