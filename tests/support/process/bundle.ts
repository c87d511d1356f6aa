/** The server as `npm start` starts it: the bundle of these sources, built here when it is not there. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleServer } from '../../../tools/server-bundle.mjs';

const script = await bundleServer();

const nodeArguments = (bundle: string): readonly string[] => [
  '--disable-warning=ExperimentalWarning',
  bundle,
];

/** What follows the name of Node on a command line. */
export const program = nodeArguments(script);

/** The same of another checkout, whose packages are installed there. */
export async function programIn(checkout: string): Promise<readonly string[]> {
  const bundler = pathToFileURL(path.resolve(checkout, 'tools/server-bundle.mjs')).href;
  return nodeArguments(
    await ((await import(bundler)) as { bundleServer: typeof bundleServer }).bundleServer(),
  );
}

/** Without this each process of a test compiles the bundle again. */
export const programEnvironment = { NODE_COMPILE_CACHE: path.join(path.dirname(script), '.cache') };
