/**
 * npm run lists [-- --check]
 * Writes the lists of what the files of a folder declare: the features of the server, the nouns of the API, and those of the
 * web client's store. --check writes nothing, and fails where something would be written.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './options.ts';

const root = path.dirname(import.meta.dirname);
const mostColumns = 110;

interface Found {
  file: string;
  /** What the file exports of the kind. */
  names: readonly string[];
}

/** In the order of their paths, which does not depend on the machine. */
function findExports(files: string, exported: RegExp): Found[] {
  const found = globSync(files, { cwd: root }).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, names: [...text.matchAll(exported)].flatMap(([, name]) => name ?? []) };
  });
  return found.filter(({ names }) => names.length > 0).sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** As the formatter writes them. */
function writeImports(list: string, found: readonly Found[]): string {
  const lines = found.map(({ file, names }) => {
    const relative = path.posix.relative(path.posix.dirname(list), file);
    const from = relative.startsWith('.') ? relative : `./${relative}`;
    const line = `import { ${names.join(', ')} } from '${from}';`;
    if (line.length <= mostColumns) return line;
    return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
  });
  return lines.join('\n');
}

const listNames = (found: readonly Found[], ending = '', before = ''): string =>
  found
    .flatMap(({ names }) => names.filter((name) => name.endsWith(ending)))
    .map((name) => `  ${before}${name},\n`)
    .join('');

function writeFeatures(list: string): string {
  const found = findExports('server/src/features/*/index.ts', /^export const (\w+) = defineFeature\(/gm);
  return `/**
 * Written by npm run lists: every feature that an \`index.ts\` of \`features/\` declares. Where two react to the same hook, the
 * earlier one of this list runs first.
 */
${writeImports(list, found)}

export const features = [
${listNames(found)}] as const;
`;
}

function writeWireNouns(list: string): string {
  const found = findExports('wire/*.ts', /^export const (\w+(?:Events|State|Examples))\b/gm);
  const others = found.filter(({ file }) => file !== list);
  return `/**
 * Written by npm run lists: the nouns of the API. Each is a file of this folder that exports the schemas of its events
 * (\`xEvents\`), its keys of \`/register\` (\`xState\`), and examples of its events (\`xExamples\`).
 */
import type { Examples } from './core.ts';
${writeImports(list, others)}

/** By event type. */
export const eventSchemas = {
${listNames(others, 'Events', '...')}};

/** By the values of \`fetch_event_types\`. */
export const registerFields = {
${listNames(others, 'State', '...')}};

/** At least one event of each type, for tests; a function, so that the client's bundle does not contain them. */
export const eventExamples = (): Examples<typeof eventSchemas> => ({
${listNames(others, 'Examples', '...')}});
`;
}

function writeStoreNouns(list: string): string {
  const found = findExports('web/src/store/*/*.ts', /^export const (\w+) = defineNoun\(/gm);
  return `/** Written by npm run lists: every noun that a file of the store declares. */
${writeImports(list, found)}

export const listed = {
${listNames(found)}};
`;
}

const lists = {
  'server/src/app/feature-list.ts': writeFeatures,
  'web/src/store/noun-list.ts': writeStoreNouns,
  'wire/nouns.ts': writeWireNouns,
};

const { values: options } = readOptions(import.meta.filename, {
  options: { check: { type: 'boolean', default: false } },
});
const problems: string[] = [];
for (const [list, write] of Object.entries(lists)) {
  const place = path.join(root, list);
  const text = write(list);
  if (readFileSync(place, 'utf8') === text) continue;
  if (options.check)
    problems.push(`${list}: is not up to date; run npm run lists, and commit what it writes`);
  else writeFileSync(place, text);
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
console.log(problems.length > 0 ? `${problems.length} problems` : `${Object.keys(lists).length} lists`);
