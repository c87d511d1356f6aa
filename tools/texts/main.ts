/**
 * npm run texts [-- --check] [language …]
 * Checks the texts of the interface (ICU MessageFormat in JSON, see docs/texts.md), and writes what is made from the English ones:
 * the types of their parameters, and the errors for translators. Files of translations get the order of the English ones.
 * --check writes nothing, and fails where something would be written. With languages: whether these are complete and right.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allLanguages, type LanguageInfo } from '../../wire/languages.ts';
import { getFile, parts, readTexts, root, type Part, type Texts } from './catalogues.ts';
import { findProblems } from './messages.ts';
import { writeParameters } from './parameters.ts';
import { readOptions } from '../options.ts';

const { values: options, positionals } = readOptions(import.meta.filename, {
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const problems: string[] = [];

const codes = allLanguages.map(({ code }: LanguageInfo) => code);
for (const code of positionals)
  if (!codes.includes(code)) problems.push(`${code}: no such language; there are ${codes.join(', ')}`);

const counts = allLanguages.map(({ code, origin }: LanguageInfo) => {
  const missing = parts.flatMap((part) => checkLanguage(part, code));
  // English and German are written together; other languages may lack what is new, and show it in English.
  if (code === 'de' || positionals.includes(code))
    problems.push(...missing.map((place) => `${place}: is missing; add the translation`));
  return origin === 'planned' ? [] : [missing.length === 0 ? code : `${code} (${missing.length} missing)`];
});
for (const part of parts) writeMade(part);

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
console.log(problems.length > 0 ? `${problems.length} problems` : counts.flat().join(', '));

/** @returns where a translation is missing */
function checkLanguage(part: Part, language: string): string[] {
  const english = readTexts(part, 'en');
  const texts = readTexts(part, language);
  const file = getFile(part, language);
  for (const [key, text] of Object.entries(texts)) {
    const source = english[key];
    const found =
      source === undefined
        ? ['is not among the English texts: delete it']
        : findProblems(text, source, language, part.mayLeaveOut);
    problems.push(...found.map((problem) => `${file}: ${key}: ${problem}`));
  }
  if (Object.keys(texts).length > 0) update(file, asJson(english, texts));
  return Object.keys(english)
    .filter((key) => texts[key] === undefined)
    .map((key) => `${file}: ${key}`);
}

function writeMade({ parameters }: Part): void {
  if (parameters === undefined) return;
  const { file, of, doc } = parameters;
  const english = parts.filter(({ folder }) => of.includes(folder)).map((part) => readTexts(part, 'en'));
  update(file, writeParameters(doc, Object.assign({}, ...english) as Texts));
}

/** In the order of English; what English does not have stays, at the end, to be seen. */
function asJson(english: Texts, texts: Texts): string {
  const keys = [...Object.keys(english), ...Object.keys(texts)].filter((key) => key in texts);
  const ordered = Object.fromEntries([...new Set(keys)].map((key) => [key, texts[key]]));
  return `${JSON.stringify(ordered, undefined, 2)}\n`;
}

function update(file: string, content: string): void {
  const place = path.join(root, file);
  const now = read(place);
  if (now === content) return;
  if (options.check)
    problems.push(`${file}: is not up to date; run npm run texts, and commit what it writes`);
  else writeFileSync(place, content);
}

function read(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}
