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
 */

/** @type {Plan} */
const { files, flags, workers, timeout, reporters } = JSON.parse(process.argv[2] ?? '');
/** Of a process, which runs up to sixty files. */
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
events.on('test:summary', ({ file, success }) => {
  if (file === undefined && !success) process.exitCode = 1;
});
const outputs = [
  new spec(),
  ...(await Promise.all(reporters.map(async (path) => (await import(path)).default))),
];
await Promise.all(outputs.map((reporter) => compose(events, reporter).pipe(process.stdout, { end: false })));
