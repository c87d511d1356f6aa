// Bundles the server into server/dist when its sources have changed: opening a few files instead of
// 1,500 saves most of the start-up time. Needs no network.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReadable } from './readable.mjs';
import { compareSources } from './sources.mjs';
import { stampVersion } from './version.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCES = [
  'server/src',
  'server/program-files.ts',
  'server/vite.config.ts',
  'wire',
  'package.json',
  'package-lock.json',
  'tools/server-bundle.mjs',
];
/** A server that runs continues finding what it loads late, though others have been built since. */
const KEPT = 4;
const UNFINISHED = '.next-';
/** The process that was building it has ended. */
const LOST_AFTER_MS = 60 * 60 * 1000;

/**
 * The file that starts the server these sources make, in a folder named by their content: built beside the others and
 * given its name when it is whole, so that two who build at once do not disturb each other, nor a server that runs.
 * @param root the repository; another one in tests. @throws Error when there is none and it cannot be built.
 */
export async function bundleServer(root = ROOT, build = runVite) {
  const { main, content, remember } = findBundle(root);
  if (!existsSync(main)) await makeBundle(path.join(root, 'server'), path.dirname(main), build);
  remember();
  await stampVersion(root, content);
  return main;
}

/** @returns whether nothing has to be built to start the server. */
export const isBundled = (root = ROOT) => existsSync(findBundle(root).main);

function findBundle(root) {
  const dist = path.join(root, 'server', 'dist');
  const { content, remember } = compareSources(root, SOURCES, path.join(dist, '.built.json'));
  return { main: path.join(dist, content.slice(0, 16), 'main.js'), content, remember };
}

async function makeBundle(server, folder, build) {
  const dist = path.dirname(folder);
  mkdirSync(dist, { recursive: true });
  const next = mkdtempSync(path.join(dist, UNFINISHED));
  process.stderr.write('heddle: building the server bundle …\n');
  try {
    await build(server, next);
    makeReadable(next);
    chmodSync(dist, 0o755);
    moveTo(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  removeOld(dist, folder);
}

function moveTo(next, folder) {
  try {
    renameSync(next, folder);
  } catch (error) {
    // Someone else was faster; what they made is the same.
    if (!existsSync(path.join(folder, 'main.js'))) throw error;
  }
}

/** All but the newest of them, and the one just made, which a coarse clock cannot distinguish from others. */
function removeOld(dist, made) {
  const folders = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: path.join(dist, name), time: toTime(path.join(dist, name)) }))
    .sort((a, b) => b.time - a.time);
  const isUnfinished = ({ name }) => name.startsWith(UNFINISHED);
  const lost = folders.filter((each) => isUnfinished(each) && each.time < Date.now() - LOST_AFTER_MS);
  const old = folders.filter((each) => !isUnfinished(each) && each.folder !== made).slice(KEPT - 1);
  for (const { folder } of [...lost, ...old]) rmSync(folder, { recursive: true, force: true });
}

const toTime = (folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function runVite(server, outDir) {
  const vite = await import('./vite.mjs');
  await vite.runVite(server, outDir);
}
