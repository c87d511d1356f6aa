import { existsSync, readFileSync } from 'node:fs';
import { parseStored } from './json.ts';

/** Written by each build, see tools/version.mjs. */
const stamp = new URL('../../dist/version.json', import.meta.url);
const sources = new URL('../../../package.json', import.meta.url);

/** The version of this build, as npm orders versions; of sources that were never built, the one in `package.json`. */
export const heddleVersion = parseStored<{ version: string }>(
  readFileSync(existsSync(stamp) ? stamp : sources, 'utf8'),
).version;
