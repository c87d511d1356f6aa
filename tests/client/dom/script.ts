/** The web client as one script for pages without a browser: bundled as for one, without its styles. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { rolldown } from 'rolldown';

/** By the names of the files: the one that begins, and those that are fetched later. */
type Chunks = Record<string, string>;

const entry = 'main.js';
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @returns what a page runs, as JSON for other processes */
export async function bundleScript(): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: `${root}/web/src/main.tsx`,
    platform: 'browser',
    logLevel: 'silent',
    transform: {
      jsx: { runtime: 'automatic', importSource: 'preact' },
      define: { 'import.meta.env.PROD': 'false', 'import.meta.url': 'location.href' },
    },
    plugins: [
      { name: 'no-styles', load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null) },
      // A module that is loaded late would export each text by its key, and no object of them all.
      { name: 'texts', load: (id) => (id.endsWith('.json') ? asModule(id) : null) },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  const chunks: Chunks = {};
  for (const part of output)
    if (part.type === 'chunk')
      chunks[part.fileName] = part.code.replaceAll(
        /Promise\.resolve\(\)\.then\(\(\) => require\("\.\/([^"]+)"\)\)/g,
        '__load("$1")',
      );
  return JSON.stringify(chunks);
}

const asModule = (file: string) =>
  ({ code: `export default ${readFileSync(file, 'utf8')}`, moduleType: 'js' }) as const;

let chunks: Promise<Chunks> | undefined;

/** Made once for the whole run, or for this process where nobody did. */
function findChunks(): Promise<Chunks> {
  const folder = process.env.HEDDLE_TEST_TEMPLATE;
  const made = folder === undefined ? undefined : `${folder}/client.json`;
  const read = async () =>
    made !== undefined && existsSync(made) ? readFileSync(made, 'utf8') : bundleScript();
  return (chunks ??= read().then((text) => JSON.parse(text) as Chunks));
}

type Globals = Record<string, unknown>;
type Run = (...values: unknown[]) => void;

/** Compiled once for all pages: the names of the browser are parameters, so that each page brings its own. */
const compiled = new Map<string, Run>();

function compile(name: string, code: string, names: readonly string[]): Run {
  const known = compiled.get(name);
  if (known) return known;
  // A function of its own: the script may give these names to other things.
  const run = compileFunction(`(() => {${code}\n})()`, ['module', 'exports', 'require', '__load', ...names], {
    filename: `web-client/${name}`,
  }) as Run;
  compiled.set(name, run);
  return run;
}

/**
 * Runs the client in a page.
 * @param arrive asks for a script that is fetched later
 */
export async function runScript(globals: Globals, arrive: (name: string) => Promise<unknown>): Promise<void> {
  const all = await findChunks();
  const names = Object.keys(globals);
  const values = Object.values(globals);
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const name = path.replace('./', '');
    const known = loaded.get(name);
    if (known) return known.exports;
    const code = all[name];
    if (code === undefined) throw new Error(`There is no ${name}.`);
    const module = { exports: {} };
    loaded.set(name, module);
    compile(name, code, names)(module, module.exports, load, later, ...values);
    return module.exports;
  };
  const later = async (name: string): Promise<unknown> => {
    if (!loaded.has(name)) await arrive(name);
    return load(name);
  };
  load(entry);
}
