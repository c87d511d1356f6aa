/** The server as `npm start` starts it: the bundle of these sources, built here when it is not there. */
import path from 'node:path';
import { bundleServer } from '../../../tools/server-bundle.mjs';

const script = await bundleServer();

/** What follows the name of Node on a command line. */
export const program: readonly string[] = ['--disable-warning=ExperimentalWarning', script];

/** Without this each process of a test compiles the bundle again. */
export const programEnvironment = { NODE_COMPILE_CACHE: path.join(path.dirname(script), '.cache') };
