/** A node:test reporter that lists the slowest files and tests, in seconds. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const COUNT = Number(process.env.HEDDLE_TEST_SLOWEST);

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* slowest(source) {
  /** @type {Map<string, number>} */
  const files = new Map();
  /** @type {[string, number][]} */
  const tests = [];
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, details } = data;
    if (details.type === 'suite') continue;
    const file = getFile(data);
    files.set(file, (files.get(file) ?? 0) + details.duration_ms);
    tests.push([`${name} (${relative(file)})`, details.duration_ms]);
  }
  yield table(
    'files',
    [...files].map(([file, ms]) => [relative(file), ms]),
  );
  yield table('tests', tests);
}

/**
 * The file of a test. Where a helper declared it, the one among those of the process that has its name, otherwise what the
 * process runs: node:test knows only the file of the helper.
 * @param {{ name: string, file?: string, entryFile?: string }} data
 */
function getFile({ name, file = '', entryFile = file }) {
  const own = [file, entryFile].find((path) => /\.test\.\w+$/.test(path));
  return own ?? readImports(entryFile).find(({ text }) => text.includes(name))?.file ?? entryFile;
}

/** What each script imports. @type {Map<string, { file: string, text: string }[]>} */
const imports = new Map();

/** @param {string} script one that only imports test files */
function readImports(script) {
  const known = imports.get(script);
  if (known) return known;
  const urls = [...readFileSync(script, 'utf8').matchAll(/^import "(.+)";$/gm)].map(([, url = '']) => url);
  const found = urls.map((url) => ({ file: fileURLToPath(url), text: readFileSync(new URL(url), 'utf8') }));
  imports.set(script, found);
  return found;
}

/** @param {string} file */
const relative = (file) => file.replace(`${process.cwd()}/`, '');

/**
 * @param {string} title
 * @param {[string, number][]} rows names, and milliseconds
 */
function table(title, rows) {
  const total = rows.reduce((sum, [, ms]) => sum + ms, 0);
  const shown = rows.sort(([, a], [, b]) => b - a).slice(0, COUNT);
  const lines = shown.map(([name, ms]) => `${seconds(ms)}  ${name}\n`);
  return `\n${String(rows.length)} ${title}, ${seconds(total).trim()} s in all; the slowest:\n${lines.join('')}`;
}

/** @param {number} ms */
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);
