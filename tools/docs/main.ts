/**
 * npm run docs [-- --check]
 * Writes the parts of docs/ that are made from the program: settings (docs/configuration.md), commands (docs/commands.md),
 * limits on what people may make (docs/api.md) and events of integrations (docs/integrations.md). Checks the links
 * of all pages, the inputs that reliability.md names, the sizes of the first pages, and that each page of docs/ is in its index. --check writes nothing, and fails where something would be written.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkHostileInputs } from './hostile-inputs.ts';
import { checkLinks } from './links.ts';
import { commandTable, eventTable, limitTable, settingTables, withPart } from './pages.ts';
import { readOptions } from '../options.ts';

const root = path.join(import.meta.dirname, '../..');
const { values: options } = readOptions(import.meta.filename, {
  options: { check: { type: 'boolean', default: false } },
});
const problems: string[] = [];
/** Bytes of what everyone reads first: more belongs on the page of its subject. */
const largest = { 'README.md': 9000, 'CONTRIBUTING.md': 10_000 };

update('docs/configuration.md', 'settings', settingTables());
update('docs/commands.md', 'commands', commandTable());
update('docs/api.md', 'limits', limitTable());
update('docs/integrations.md', 'events', eventTable());
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(path.join(root, page)));
if (pages.length === 0) throw new Error('git lists no pages');
for (const page of pages) problems.push(...checkLinks(page, read));
for (const [page, bytes] of Object.entries(largest)) {
  const size = Buffer.byteLength(read(page) ?? '');
  if (size > bytes) problems.push(`${page}: ${size} bytes, more than ${bytes}; move something to docs/`);
}
const parsers = 'docs/reliability.md';
const hostile = checkHostileInputs(read(parsers) ?? '', (file) => read(`server/src/${file}`) !== undefined);
problems.push(...hostile.map((problem) => `${parsers}: ${problem}`));
const index = read('docs/README.md') ?? '';
for (const page of pages) {
  const [, name] = /^docs\/([^/]+\.md)$/.exec(page) ?? [];
  if (name && name !== 'README.md' && !index.includes(`](${name})`))
    problems.push(`${page}: is not in the index, docs/README.md`);
}

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
console.log(problems.length > 0 ? `${problems.length} problems` : `${pages.length} pages`);

function read(file: string): string | undefined {
  const place = path.join(root, decodeURI(file));
  if (!existsSync(place)) return undefined;
  return statSync(place).isDirectory() ? '' : readFileSync(place, 'utf8');
}

function update(file: string, part: string, text: string): void {
  const now = read(file) ?? '';
  const content = withPart(now, part, text);
  if (now === content) return;
  if (options.check) problems.push(`${file}: is not up to date; run npm run docs, and commit what it writes`);
  else writeFileSync(path.join(root, file), content);
}
