// Loaded before the tests of a process. node:test remembers of each promise which test made it, to say whose error nobody
// caught: a fifth of the time of a test of the server goes there. Whose a timer or a socket is, it continues remembering.
import { createHook } from 'node:async_hooks';

const sample = createHook({ trackPromises: false });
const without = Object.getOwnPropertySymbols(sample).find((symbol) => sample[symbol] === true);
/** @type {{ enable(): unknown }} */
const hooks = Object.getPrototypeOf(sample);
const { enable } = hooks;

/** The first that is enabled is node:test's own. A Node that tracks all promises alike is left as it is. */
hooks.enable = function enableWithoutPromises() {
  hooks.enable = enable;
  if (without !== undefined) this[without] = true;
  return enable.call(this);
};

// Read by now; the programs that tests start have none of it, since some have little memory.
for (const name of ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']) delete process.env[name];

const folder = process.env.HEDDLE_TEST_CPU;
if (folder !== undefined) {
  const { noteCpuTime } = await import('./cpu-time.ts');
  noteCpuTime(folder);
}
