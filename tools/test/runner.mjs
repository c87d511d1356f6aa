// node tools/test/runner.mjs <JSON of Plan>: what `node --test` does, but with the files in the order that they are given in.
// Its own option for random order, which tests need, takes the files at random as well: the longest may then come last.
import { compose } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * @typedef {object} Plan
 * @property {string[]} files
 * @property {string[]} flags of the processes that run them
 * @property {number} workers how many of them run at a time
 * @property {number} timeout of a test, in milliseconds
 * @property {string[]} reporters modules whose output follows that of the usual one
 * @property {boolean} allowsEmpty whether files may run no test: only some are asked for, or there is no browser
 */

/** @type {Plan} */
const { files, flags, workers, timeout, reporters, allowsEmpty } = JSON.parse(process.argv[2] ?? '');
/** Timeouts that a process may have, which runs up to a hundred files. */
const mostTimeouts = 6;
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

const events = run({
  files,
  concurrency: workers,
  execArgv: [...flags, `--test-timeout=${String(timeout)}`],
  timeout: timeout * mostTimeouts,
  signal: stopping.signal,
});
/** How many tests each process has run. @type {Map<string, number>} */
const counts = new Map();
// The last summary, of the whole run, names no file.
events.on('test:summary', ({ file, success, counts: { tests } }) => {
  if (file !== undefined) counts.set(file, tests);
  else if (!success) process.exitCode = 1;
  else checkCounts();
});
const outputs = [
  new spec(),
  ...(await Promise.all(reporters.map(async (path) => (await import(path)).default))),
];
await Promise.all(outputs.map((reporter) => compose(events, reporter).pipe(process.stdout, { end: false })));

/** What runs no test has passed without saying anything. */
function checkCounts() {
  const empty = files.filter((file) => !counts.get(file));
  if (empty.length === 0 || (allowsEmpty && empty.length < files.length)) return;
  process.exitCode = 1;
  console.error(allowsEmpty ? 'npm test: no test was run' : `npm test: no tests in ${empty.join(', ')}`);
}
