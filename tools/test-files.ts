/** Which test files `npm test` runs, and what they need. Paths are relative to the repository, with `/`. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOTS = ['wire', 'server', 'web', 'tests', 'tools', 'bench'];
const SLOW = ['tests/faults/', 'tests/e2e/', 'tests/model/'];
const STARTING = /^(?:tests\/|server\/src\/(?:app\/cli|pages)\/|tools\/server-bundle)/;
const WITHOUT_DATABASE = [
  'wire/',
  'web/',
  'tools/',
  'tests/e2e/',
  'tests/client/',
  'server/src/lib/markdown/',
  'server/src/lib/narrow/',
  'server/src/lib/bitmap/',
];

/**
 * The sources are loaded, compiled and made quick in each process anew, which takes longer than most files. How many of a
 * folder at most: more would save little, and leave one process working at the end while the others have nothing to do.
 */
const TOGETHER = { 'server/src/': 12, 'web/src/': 12, 'tests/client/': 6, 'tests/e2e/': 5 };
/** These start processes, or change the schema of databases that others would use after them. */
const APART = /^server\/src\/(?:app|db)\//;

/** Every `*.test.ts` of the repository at `root`, sorted. */
export function findTests(root: string): string[] {
  return ROOTS.filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => list(root, folder))
    .sort();
}

function list(root: string, folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : list(root, name);
    return entry.name.endsWith('.test.ts') ? [name] : [];
  });
}

/**
 * The files that `wanted` means: each word is a path, a folder, or a part of a path. No words mean all files.
 * @param fast leaves the slow suites out, unless a word asks for them
 * @throws Error when a word matches nothing
 */
export function selectTests(all: readonly string[], wanted: readonly string[], fast: boolean): string[] {
  if (wanted.length === 0)
    return all.filter((file) => !fast || !SLOW.some((folder) => file.startsWith(folder)));
  const words = wanted.map((word) => path.normalize(word).replaceAll('\\', '/'));
  const chosen = words.map((word) => {
    const matches = all.filter((file) => file.includes(word));
    if (matches.length === 0) throw new Error(`no test file matches "${word}"`);
    return matches;
  });
  return [...new Set(chosen.flat())].sort();
}

/** Whether one of these files needs PostgreSQL, which takes seconds to start. */
export function needDatabase(files: readonly string[]): boolean {
  return files.some((file) => !WITHOUT_DATABASE.some((folder) => file.startsWith(folder)));
}

/** Whether one of these files starts the server as a process of its own. */
export const needBundle = (files: readonly string[]): boolean => files.some((file) => STARTING.test(file));

/** Whether one of these files opens the web client, as it is built. */
export const needClient = (files: readonly string[]): boolean =>
  files.some((file) => /^tests\/(?:client|e2e)\//.test(file));

/** Whether one of these files runs in a browser. */
export const needBrowser = (files: readonly string[]): boolean =>
  files.some((file) => file.startsWith('tests/e2e/'));

/** The files of which each process runs some: neighbours, since they use the same parts of the server. */
export function groupTests(files: readonly string[]): string[][] {
  const groups = Object.entries(TOGETHER).flatMap(([folder, most]) =>
    split(
      files.filter((file) => file.startsWith(folder) && !APART.test(file)),
      most,
    ),
  );
  const together = new Set(groups.flat());
  const alone = files.filter((file) => !together.has(file));
  return [...groups, ...alone.map((file) => [file])];
}

/** As few parts as there can be, as equal as they can be. */
function split(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
