/** Which test files `npm test` runs, and what they need. Paths are relative to the repository, with `/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  'tests/program/',
  'tests/faults/disk',
  'server/src/lib/markdown/',
  'server/src/lib/narrow/',
  'server/src/lib/bitmap/',
];

interface Together {
  folder: RegExp;
  /** How many files at most run in one process. */
  most: number;
  /** What one of them takes, roughly, in a run of all tests: the longest groups come first. */
  seconds: number;
}

/**
 * Each process loads, compiles and warms up the sources again, and makes a database: two seconds in all. Its first forty worlds
 * take twice as long as later ones.
 */
const TOGETHER: readonly Together[] = [
  { folder: /^server\/src\/(?:app|db)\//, most: 60, seconds: 3 },
  { folder: /^server\/src\//, most: 130, seconds: 1.7 },
  { folder: /^web\/src\//, most: 120, seconds: 0.3 },
  { folder: /^tests\/client\//, most: 34, seconds: 3.5 },
  { folder: /^tests\/e2e\//, most: 20, seconds: 8 },
  { folder: /^tests\/(?:compat|support|upgrades)\//, most: 20, seconds: 1.5 },
  { folder: /^tests\/laws\/(?!law-|lost-)/, most: 20, seconds: 5 },
  { folder: /^tests\/faults\/(?:damaged|import-mutants|sqlite|uploads)/, most: 10, seconds: 7 },
  { folder: /^tests\/model\//, most: 10, seconds: 20 },
  { folder: /^tests\/program\//, most: 10, seconds: 5 },
  { folder: /^(?:tools|wire)\//, most: 30, seconds: 1 },
];
/** The time of files that have a process of their own. */
const SECONDS_ALONE: readonly (readonly [RegExp, number])[] = [
  [/^tests\/laws\/law-postgres/, 60],
  [/^server\/src\/app\/cli\//, 35],
  [/^tests\/faults\/nodes/, 25],
  [/^tests\/laws\/lost-rights/, 25],
  [/^tests\/laws\/law-sqlite/, 20],
  [/^tests\/faults\/(?:disk|import)/, 5],
  [/./, 15],
];
/** What mostly waits: for processes that it starts, kills and starts again, and for timeouts. */
const WAITING =
  /^(?:tests\/(?:faults|program)|server\/src\/app\/cli)\/|^tests\/(?:compat\/zulip-js|e2e\/public-pages)\./;
/** What they replace or expect in their process, others do not bear: a cheap hash of passwords, or another FormData. */
const APART: ReadonlySet<string> = new Set([
  'server/src/app/cli/archives/archive-commands.test.ts',
  'server/src/app/cli/serve.test.ts',
  'tests/compat/zulip-js.test.ts',
  'tests/e2e/public-pages.test.ts',
]);

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
  return [...new Set(wanted.flatMap((word) => findMatches(all, word)))].sort();
}

/**
 * All but the files whose path contains one of these words.
 * @throws Error when a word matches nothing
 */
export function leaveOut(all: readonly string[], words: readonly string[]): string[] {
  const left = new Set(words.flatMap((word) => findMatches(all, word)));
  return all.filter((file) => !left.has(file));
}

function findMatches(all: readonly string[], word: string): string[] {
  const part = path.normalize(word).replaceAll('\\', '/');
  const matches = all.filter((file) => file.includes(part));
  if (matches.length === 0) throw new Error(`no test file matches "${word}"`);
  return matches;
}

/** Whether one of these files needs PostgreSQL, which takes seconds to start. */
export function needDatabase(files: readonly string[]): boolean {
  return files.some((file) => !WITHOUT_DATABASE.some((folder) => file.startsWith(folder)));
}

/** Whether one of these files starts the server as a process of its own. */
export const needBundle = (files: readonly string[]): boolean => files.some((file) => STARTING.test(file));

const PROGRAM = 'tests/support/process/bundle.ts';

/** Whether a test starts the server as a process, so that it can run on an installed one. Browser tests are not among them: few of them do. */
export function startsProgram(root: string, file: string, seen = new Set<string>()): boolean {
  if (file === PROGRAM) return true;
  if (seen.has(file) || file.startsWith('tests/e2e/')) return false;
  seen.add(file);
  const imports = readFileSync(path.join(root, file), 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g);
  return [...imports]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('tests/'))
    .some((name) => startsProgram(root, name, seen));
}

/** Whether one of these files opens the web client, as it is built. */
export const needClient = (files: readonly string[]): boolean =>
  files.some((file) => /^tests\/(?:client|e2e)\//.test(file));

/** Whether one of these files runs in a browser. */
export const needBrowser = (files: readonly string[]): boolean =>
  files.some((file) => file.startsWith('tests/e2e/'));

interface Group {
  files: string[];
  seconds: number;
  waits: boolean;
}

/**
 * The files that each process runs: neighbours, since they use the same parts of the server. Those that take longest come
 * first, so that no process is left working at the end while the others have nothing to do; those that wait are spread
 * evenly among the others, since several of them at a time leave a processor idle.
 */
export function groupTests(files: readonly string[]): string[][] {
  let rest = files.filter((file) => !APART.has(file));
  const groups: Group[] = TOGETHER.flatMap(({ folder, most, seconds }) => {
    const together = rest.filter((file) => folder.test(file));
    rest = rest.filter((file) => !folder.test(file));
    return split(together, most).map((part) => ({
      files: part,
      seconds: part.length * seconds,
      waits: part.every((file) => WAITING.test(file)),
    }));
  });
  for (const file of [...rest, ...files.filter((each) => APART.has(each))])
    groups.push({
      files: [file],
      seconds: SECONDS_ALONE.find(([folder]) => folder.test(file))?.[1] ?? 0,
      waits: WAITING.test(file),
    });
  groups.sort((a, b) => b.seconds - a.seconds);
  const working = groups.filter(({ waits }) => !waits);
  const waiting = groups.filter(({ waits }) => waits);
  return interleave(working, waiting).map((group) => group.files);
}

/** Both lists as one: each keeps its order, and is distributed evenly. */
function interleave<T>(...lists: readonly (readonly T[])[]): T[] {
  const placed = lists.flatMap((list) =>
    list.map((item, index) => ({ item, place: (index + 0.5) / list.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

/** As few parts as there can be, as equal as they can be. */
function split(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
