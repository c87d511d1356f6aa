/** A node:test reporter that lists the slowest files and tests, in seconds. */
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
 * The file of a test, where a helper declared it that of the process: a process of several files has none of its own.
 * @param {{ file?: string, entryFile?: string }} data
 */
const getFile = ({ file = '', entryFile = file }) => (/\.test\.\w+$/.test(file) ? file : entryFile);

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
