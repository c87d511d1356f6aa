/** Checks that the tests named in `docs/service-document.md` exist. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { findTests } from './test/files.ts';

const root = path.join(import.meta.dirname, '..');
const document = readFileSync(path.join(root, 'docs/service-document.md'), 'utf8');
const files = findTests(root).map((file) => file.replaceAll(path.sep, '/'));

/** Stands for a row above, or says that there is none. */
const noNames = new Set(['the same', 'the same two', 'not there yet']);

/** Subjects of tests/laws/stories, as their titles name them, and the test for clients with fewer capabilities. */
const storiesFolder = path.join(root, 'tests/laws/stories');
const stories = new Set([
  'old clients',
  ...readdirSync(storiesFolder)
    .flatMap((file) => [
      ...readFileSync(path.join(storiesFolder, file), 'utf8').matchAll(/^export const (\w+): readonly Act/gm),
    ])
    .map(([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
]);

const known = new Map<string, string[]>();

function namesIn(file: string): string[] {
  let names = known.get(file);
  if (!names) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const found = source.matchAll(/\b(?:test|it|onBothEngines)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
    // A name that begins with a variable part is reported without it.
    names = [...found].map(([, , name = '']) => name.replace(/\\(.)/g, '$1').replace(/^\$\{[^}]+\}: /, ''));
    known.set(file, names);
  }
  return names;
}

/** As it is written, below the folders that the section speaks of, or by its last folder and its name. */
function filesNamed(name: string, folders: readonly string[]): string[] {
  if (name.endsWith('/')) return files.filter((file) => file.startsWith(name));
  const near = files.filter(
    (file) => file === name || folders.some((folder) => file === `${folder}/${name}`),
  );
  return near.length > 0 ? near : files.filter((file) => file.endsWith(`/${name}`));
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+(?:\.test\.ts|\/))`/g)].map(([, name = '']) => name);

/** Names may hold semicolons themselves, so that a cell is read from the left, the longest name first. */
function missingIn(
  cell: string,
  ofSection: readonly string[],
  folders: readonly string[],
): string | undefined {
  let candidates = ofSection;
  const parts = cell.split('; ');
  for (let at = 0; at < parts.length;) {
    const [, named, rest] = /^`([^`]+)`: (.*)$/s.exec(parts[at] ?? '') ?? [];
    if (named === 'tests/laws') {
      const unknown = rest?.split(', ').find((name) => !stories.has(name));
      if (unknown !== undefined) return `tests/laws: ${unknown}`;
      at++;
      continue;
    }
    if (named !== undefined) candidates = filesNamed(named, folders);
    const first = rest ?? parts[at] ?? '';
    let length = parts.length - at;
    const isThere = () => {
      const name = [first, ...parts.slice(at + 1, at + length)].join('; ');
      if (noNames.has(name) || /^`[^`]+\.test\.ts`$/.test(name)) return true;
      // Cut at its first full stop, a long name is still that of one test.
      return candidates.some((file) =>
        namesIn(file).some(
          (one) => one === name || (one.startsWith(name) && /^[,;:]/.test(one.slice(name.length))),
        ),
      );
    };
    while (length > 0 && !isThere()) length--;
    if (length === 0) return first;
    at += length;
  }
  return undefined;
}

it('The service document names existing tests in the right files', () => {
  const missing: string[] = [];
  let rows = 0;
  for (const section of document.split(/^(?=##+ )/m)) {
    const [title = '', ...lines] = section.split('\n');
    const text = lines.filter((line) => !line.startsWith('|')).join('\n');
    const ofText = quoted(text);
    const folders = ofText.map((name) => path.posix.dirname(name.replace(/\/$/, '/x')));
    const ofSection = ofText.flatMap((name) => filesNamed(name, folders));
    for (const line of lines.filter((one, at) => one.startsWith('| ') && !lines[at + 1]?.startsWith('|--'))) {
      const cell = line.replace(/\s*\|\s*$/, '').replace(/^.*(?<!\\) \| /s, '');
      const named = [...ofSection, ...quoted(line).flatMap((one) => filesNamed(one, folders))];
      const name = missingIn(cell, named, folders);
      if (name !== undefined) missing.push(`${title}: ${name}`);
      rows++;
    }
  }
  assert.ok(rows > 100);
  assert.deepEqual(missing, []);
});
