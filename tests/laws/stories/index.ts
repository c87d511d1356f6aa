/** What people do, one act after the other, and whose state each changes: every list of acts that a file of this folder exports. */
import { readdirSync } from 'node:fs';
import type { Act } from './act.ts';

const files = readdirSync(import.meta.dirname)
  .filter((name) => name !== 'index.ts' && name !== 'act.ts')
  .sort();
const modules = await Promise.all(
  files.map((name) => import(`./${name}`) as Promise<Record<string, readonly Act[]>>),
);

/** By subject: `profile fields` for `export const profileFields`. */
export const stories: Readonly<Record<string, readonly Act[]>> = Object.fromEntries(
  modules
    .flatMap((exported) => Object.entries(exported))
    .map(([name, acts]) => [name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), acts]),
);
