/**
 * npm test [-- <option>… <path or part of one>…]
 * Runs node:test over the test files, with one PostgreSQL for all of them.
 *
 *   --fast            without the slow suites (e2e, faults, model)
 *   --except <word>   without the files whose path contains the word; may be given several times
 *   --name <pattern>  only tests whose name matches; may be given several times
 *   --seed <n>        repeats the random order of an earlier run
 *   --slowest <n>     prints where the time went: the slowest files and tests, and the CPU seconds of each part
 *   --program <path>  only tests that start the server as a process, on this installed one
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  findTests,
  groupTests,
  leaveOut,
  needBrowser,
  needBundle,
  needClient,
  needDatabase,
  selectTests,
  startsProgram,
} from './test/files.ts';
import { CpuTable } from './test/cpu-time.ts';
import { bundleServer } from './server-bundle.mjs';
import { readOptions } from './options.ts';

const DATABASE = 'HEDDLE_TEST_DATABASE_URL';
/** The name of one there that has the schema already. */
const SCHEMA = 'HEDDLE_TEST_DATABASE_SCHEMA';
/** The organization that browser tests begin with. */
const TEMPLATE = 'HEDDLE_TEST_TEMPLATE';
/** Where the browser is that they share. */
const BROWSER = 'HEDDLE_TEST_BROWSER';
/** The `heddle` command that tests start in place of the bundle. */
const PROGRAM = 'HEDDLE_TEST_PROGRAM';
/** Where each test process writes down the processor time it used. */
const CPU = 'HEDDLE_TEST_CPU';
/** Without these, glibc returns the memory of a large object to the system and gets it back cleared. `process.mjs` removes them. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: String(128 * 2 ** 20), MALLOC_TRIM_THRESHOLD_: String(2 ** 30) };
/** The limit of a test: browser tests run twice in it where the first attempt failed. */
const TIMEOUT_MS = Number(process.env.HEDDLE_TEST_MINUTES ?? 10) * 60 * 1000;
/** Test processes at a time: one more than there are processors, since each waits for PostgreSQL, Chromium or others for a third of its time. */
const WORKERS = Number(process.env.HEDDLE_TEST_WORKERS ?? availableParallelism() + 1);
const root = path.dirname(import.meta.dirname);

const { values: options, positionals } = readOptions(import.meta.filename, {
  allowPositionals: true,
  options: {
    fast: { type: 'boolean', default: false },
    except: { type: 'string', multiple: true, default: [] },
    name: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    slowest: { type: 'string' },
    program: { type: 'string' },
  },
});

try {
  const all = findTests(root);
  const offered = options.program === undefined ? all : all.filter((file) => startsProgram(root, file));
  const files = selectTests(leaveOut(offered, options.except), positionals, options.fast);
  // Files run in many processes: only here is something built once for all.
  if (options.program === undefined && needBundle(files)) await bundleServer(root);
  const cpu = options.slowest === undefined ? undefined : new CpuTable();
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-tests-'));
  let database: Started<'url'> | undefined;
  let template: { folder: string; remove(): void } | undefined;
  let browser: Started<'address'> | undefined;
  try {
    // Each waits for programs of its own; all are awaited, so that what has started is stopped whatever fails.
    const starting = [
      async () => {
        if (needDatabase(files) && !process.env[DATABASE]) database = await startDatabase();
      },
      async () => {
        if (needClient(files)) template = await (await import('../tests/e2e/cast.ts')).makeTemplate();
      },
      async () => {
        if (needBrowser(files)) browser = await (await import('../tests/e2e/browser.ts')).serveBrowser();
      },
    ].map((start) => start());
    await Promise.allSettled(starting);
    await Promise.all(starting);
    const groups = groupTests(files);
    const scripts = groups.map((group, index) => getScript(group, path.join(folder, `${index}.mjs`)));
    // Browser tests say by themselves that they are not run without a browser.
    const allowsEmpty = options.name.length > 0 || (needBrowser(files) && browser === undefined);
    process.exitCode = await runTests(scripts, allowsEmpty, {
      ...(database ? { [DATABASE]: database.url, [SCHEMA]: 'heddle_schema' } : {}),
      ...(template ? { [TEMPLATE]: template.folder } : {}),
      ...(browser ? { [BROWSER]: browser.address } : {}),
      ...(cpu ? { [CPU]: cpu.folder } : {}),
      ...(options.program === undefined ? {} : { [PROGRAM]: path.resolve(options.program) }),
    });
    cpu?.read(scripts, groups);
  } finally {
    const charge = cpu ? cpu.charge.bind(cpu) : (_name: string, end: () => unknown) => end();
    await charge('Chromium', async () => browser?.stop());
    template?.remove();
    rmSync(folder, { recursive: true, force: true });
    await charge('PostgreSQL', async () => database?.stop());
    if (cpu) console.log(cpu.print());
  }
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Something that runs until it is stopped, and where it is found. */
type Started<Place extends string> = Record<Place, string> & { stop(): Promise<void> };

async function startDatabase(): Promise<Started<'url'>> {
  const { startPostgres } = await import('../tests/support/services/postgres.ts');
  const { makeSchema } = await import('../tests/support/engines.ts');
  const database = await startPostgres();
  try {
    await makeSchema('heddle_schema', database.url);
    return database;
  } catch (error) {
    // A database that runs on would keep this process from ending.
    await database.stop();
    throw error;
  }
}

/** What a process runs: a file, or a script at `place` that loads several. Failures name the files either way. */
function getScript(group: string[], place: string): string {
  const [file] = group;
  if (group.length === 1 && file !== undefined) return path.join(root, file);
  const urls = group.map((each) => pathToFileURL(path.join(root, each)).href);
  writeFileSync(place, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(''));
  return place;
}

/** @returns the runner's exit code. A signal to us is the runner's to obey, so that the database is stopped after it. */
async function runTests(files: string[], allowsEmpty: boolean, env: Record<string, string>): Promise<number> {
  const reporters = ['./skipped.mjs', ...(options.slowest === undefined ? [] : ['./slowest.mjs'])];
  const plan = { files, flags: flags(), workers: WORKERS, timeout: TIMEOUT_MS, reporters, allowsEmpty };
  const runner = spawn(
    process.execPath,
    [path.join(root, 'tools', 'test', 'runner.mjs'), JSON.stringify(plan)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...MEMORY, ...env, HEDDLE_TEST_SLOWEST: options.slowest ?? '0' },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal));
  const [code] = (await once(runner, 'exit')) as [number | null];
  return code ?? 1;
}

function flags(): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  return [
    '--disable-warning=ExperimentalWarning',
    // No package is a link: looking for links in each of 2,600 paths takes a fourteenth of the time of loading.
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    // Few functions of a test run for long enough to regain what V8's last compiler takes: a twentieth of the CPU time.
    '--max-opt=2',
    // Every test creates and releases a server, whose objects do not stay in the young generation for long.
    '--min-semi-space-size=32',
    '--max-semi-space-size=64',
    // What a test leaves is collected late: marking a page's objects again and again takes an eighth of the CPU time of tests/client.
    '--initial-old-space-size=800',
    `--import=${pathToFileURL(path.join(root, 'tools', 'test', 'process.mjs')).href}`,
    ...options.name.map((pattern) => `--test-name-pattern=${pattern}`),
    ...(known.has('--test-randomize') ? order() : []),
  ];
}

/** Tests that need an order hide what they need, so there is none; a printed seed repeats one. */
function order(): string[] {
  const seed = options.seed ?? String(randomInt(2 ** 32 - 1));
  console.log(`Order of the tests: --seed ${seed}`);
  return ['--test-randomize', `--test-random-seed=${seed}`];
}
