/**
 * The server that tests start as a process: as `npm start` does, from the bundle of these sources, which is built here when it
 * is not there; or the installed one whose `heddle` command `npm test -- --program` names.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleServer } from '../../../tools/server-bundle.mjs';

/** A program with its first arguments. */
export type Command = readonly [string, ...string[]];

const runBundle = (bundle: string): Command => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  bundle,
];

const installed = process.env.HEDDLE_TEST_PROGRAM;
const bundle = installed === undefined ? await bundleServer() : undefined;

export const program: Command = bundle === undefined ? [installed ?? ''] : runBundle(bundle);

/** The same of another checkout, whose packages are installed there. */
export async function programIn(checkout: string): Promise<Command> {
  const bundler = pathToFileURL(path.resolve(checkout, 'tools/server-bundle.mjs')).href;
  return runBundle(await ((await import(bundler)) as { bundleServer: typeof bundleServer }).bundleServer());
}

/** Without this each process of a test compiles the bundle again. */
export const programEnvironment: Readonly<Record<string, string>> =
  bundle === undefined ? {} : { NODE_COMPILE_CACHE: path.join(path.dirname(bundle), '.cache') };
