import { readFileSync } from 'node:fs';

/** This program's own version, from `package.json`. */
export const heddleVersion = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
