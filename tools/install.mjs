// The slow path of the launcher: runs npm when packages are missing. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, stampPath } from './installed.mjs';

const LOCK_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Brings `folder`'s packages in line with its lock file and marks them so.
 * @param root the repository, which holds the lock that lets one launcher install at a time
 * @param set 'all', or 'production' where the development packages may be missing
 * @throws Error with a text for people
 */
export function install(root, folder, set) {
  const release = acquireLock(path.join(root, '.cache', 'installing'));
  try {
    if (isInstalled(folder, set) || adopt(folder, set)) return;
    // `npm ci` deletes what is there, which a server without a network needs; so packages are added to a complete set.
    const command = set === 'all' && adopt(folder, 'production') ? ['install', '--no-save'] : ['ci'];
    say(root, folder, command);
    runNpm(folder, set, command);
    if (!adopt(folder, set))
      throw new Error(`npm ${command[0]} did not install all packages in ${folder}; see its output above.`);
  } finally {
    release();
  }
}

/** Writes the markers that are true; people may have run `npm ci` themselves. @returns whether `set` is complete. */
export function adopt(folder, set) {
  const text = readFileSync(path.join(folder, 'package-lock.json'));
  const found = parse(path.join(folder, 'node_modules', '.package-lock.json'));
  if (!found) return false;
  const complete = ['all', 'production'].filter((each) => satisfies(JSON.parse(text), found, each));
  for (const each of complete) {
    try {
      writeFileSync(stampPath(folder, each), text);
    } catch {
      // A read-only installation works too; it pays these milliseconds at each start.
    }
  }
  return complete.includes(set);
}

/**
 * Whether what npm says it installed is what the lock file asks for. Optional packages may be missing, but not all of
 * them: that is how the pinned runtime looks where it could not be fetched.
 */
export function satisfies(lock, installed, set) {
  const wanted = Object.entries(lock.packages).filter(([name]) => name !== '');
  const same = ([name, { version, integrity }]) => {
    const there = installed.packages[name];
    return there?.version === version && there.integrity === integrity;
  };
  const missing = wanted.filter((entry) => !same(entry));
  const allowed = ([name, entry]) =>
    !installed.packages[name] && (entry.optional || entry.devOptional || (entry.dev && set === 'production'));
  return missing.every(allowed) && (missing.length < wanted.length || wanted.length === 0);
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function say(root, folder, [verb]) {
  const what = folder === root ? 'the packages of package-lock.json' : 'the pinned Node runtime';
  process.stderr.write(`heddle: installing ${what} (npm ${verb} in ${folder}) …\n`);
}

function runNpm(folder, set, verb) {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  const args = [...verb, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (set === 'all') args.push('--include=dev');
  // Standard output belongs to the script that is about to run.
  const result = spawnSync(command, [...first, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.error) throw new Error(`cannot run npm: ${result.error.message}`);
  if (result.status !== 0) {
    throw new Error(
      `npm ${verb[0]} failed in ${folder}. The first start needs access to the package registry; later starts work offline.`,
    );
  }
}

/** Waits until no other launcher installs. @returns a function that releases the lock */
function acquireLock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const end = Date.now() + LOCK_TIMEOUT_MS;
  while (!tryToLock(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (Date.now() > end)
      throw new Error(`another process is still installing packages; if there is none, delete ${file}`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  return () => rmSync(file, { force: true });
}

function tryToLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // Empty for the instant between its creation and its first write.
    if (!owner) return Date.now() - statSync(file).mtimeMs > 5000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
