/**
 * Generates server/src/lib/markdown/emoji/emoji-table.ts: `node tools/run.mjs tools/emoji/names.ts`. Names chosen by hand come first; every
 * other emoji is named as the Unicode CLDR describes it in English, with those keywords that describe no other emoji.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getCode, openPackage, readEmoji } from './packages.ts';

interface Annotation {
  tts: [string];
  default?: string[];
}

interface NamedEmoji {
  name: string;
  aliases: string[];
}

const output = path.join(import.meta.dirname, '../../server/src/lib/markdown/emoji/emoji-table.ts');

const chosen = new Map(
  readLines('chosen-names.txt').map(([code = '', name = '', ...aliases]) => [code, { name, aliases }]),
);
const former = readLines('former-names.txt');
const names = nameAll();
writeFileSync(output, getTable(names));
const count = names.values().reduce((sum, { aliases }) => sum + 1 + aliases.length, 0);
console.log(`${names.size} emoji, ${count} names`);

function readLines(file: string): string[][] {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
}

/** Clocks but one, skin tones alone, and people who face right have no names. */
function isNamed(code: string): boolean {
  const isClock = /^1f5[56][0-9a-f]$/.test(code) && code >= '1f550' && code <= '1f567' && code !== '1f557';
  return !isClock && !/^1f3f[b-f]$/.test(code) && !code.endsWith('-200d-27a1');
}

function nameAll(): Map<string, NamedEmoji> {
  const annotations = readAnnotations();
  const all = new Map<string, NamedEmoji>();
  for (const code of readEmoji('emoji-datasource-google@16.0.0').map(getCode).filter(isNamed)) {
    const named = chosen.get(code) ?? described(annotations[getCharacters(code)]);
    if (!named) throw new Error(`Nothing names ${code}.`);
    all.set(code, { name: named.name, aliases: [...named.aliases] });
  }
  keepUnambiguous(all);
  addPlainSpelling(all);
  return all;
}

function readAnnotations(): Record<string, Annotation> {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const plain = path.join(openPackage('cldr-annotations-full@48.2.0'), 'annotations/en/annotations.json');
  const derived = path.join(
    openPackage('cldr-annotations-derived-full@48.2.0'),
    'annotationsDerived/en/annotations.json',
  );
  const { annotations } = read(plain) as { annotations: { annotations: Record<string, Annotation> } };
  const { annotationsDerived } = read(derived) as {
    annotationsDerived: { annotations: Record<string, Annotation> };
  };
  return { ...annotations.annotations, ...annotationsDerived.annotations };
}

function getCharacters(code: string): string {
  return code
    .split('-')
    .map((point) => String.fromCodePoint(parseInt(point, 16)))
    .join('');
}

function described(annotation: Annotation | undefined): NamedEmoji | undefined {
  if (!annotation) return undefined;
  return { name: asName(annotation.tts[0]), aliases: (annotation.default ?? []).map(asName) };
}

function asName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[“”‘’':.,()]/g, '')
    .replaceAll('&', 'and')
    .replaceAll(/[ –_-]+/g, '_');
}

/** A keyword that stands for several emoji stands for none, unless it was chosen. */
function keepUnambiguous(all: Map<string, NamedEmoji>): void {
  const taken = new Set(all.values().map(({ name }) => name));
  if (taken.size !== all.size) throw new Error('Two emoji have one name.');
  const claims = new Map<string, number>();
  for (const { aliases } of all.values())
    for (const alias of aliases) claims.set(alias, (claims.get(alias) ?? 0) + 1);
  for (const [code, named] of all)
    named.aliases = named.aliases.filter(
      (alias) => !taken.has(alias) && (chosen.has(code) || claims.get(alias) === 1),
    );
}

/** `piñata` is found by `pinata`, too. */
function addPlainSpelling(all: Map<string, NamedEmoji>): void {
  for (const named of all.values())
    for (const name of [named.name, ...named.aliases]) {
      const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
      if (plain === name || !/^[\w+-]+$/.test(plain)) continue;
      for (const other of all.values()) other.aliases = other.aliases.filter((alias) => alias !== plain);
      named.aliases.push(plain);
    }
}

/** Sorted by code, so that a change of one emoji changes one line. */
function getTable(all: ReadonlyMap<string, NamedEmoji>): string {
  const kept = new Map(former.map(([code = '', ...rest]) => [code, rest]));
  const codes = [...new Set([...all.keys(), ...kept.keys()])].sort(byCode);
  const entries = codes.map((code) => {
    const named = all.get(code);
    const offered = named ? [named.name, ...named.aliases] : [];
    const hidden = kept.get(code) ?? [];
    return [code, ...offered, ...(hidden.length > 0 ? ['|', ...hidden] : [])].join(' ');
  });
  return `/**
 * Generated by tools/emoji/names.ts: which names people and programs use for which emoji. Each line is the code (hexadecimal
 * code points without variation selectors, joined by \`-\`), the names, the one to show first, and after \`|\` names that are
 * understood but not offered. Skin tones are left out: they are shown as the characters they are.
 */
export const emojiTable = \`${foldLines(entries)}\`;
`;
}

/** Entries separated by `;`, in lines of a length that editors bear. */
function foldLines(entries: readonly string[]): string {
  const lines = [''];
  for (const entry of entries) {
    const last = lines.at(-1) ?? '';
    if (last.length + entry.length > 400) lines.push(entry);
    else lines[lines.length - 1] = last === '' ? entry : `${last};${entry}`;
  }
  return lines.join('\n');
}

function byCode(a: string, b: string): number {
  const [one, two] = [a, b].map((code) => code.split('-').map((point) => parseInt(point, 16)));
  for (const [i, point] of (one ?? []).entries()) {
    const other = two?.[i];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return -1;
}
