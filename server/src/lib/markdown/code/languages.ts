/** Programming languages by their info strings. The table is parsed on first use. */
import { languageTable } from './language-table.ts';

export interface Language {
  /** The name in clients and in playground settings, such as `Python`. */
  name: string;
  /** Its grammar, or `''`. */
  grammar: string;
}

let byAlias: Map<string, Language> | undefined;

function buildIndex(): Map<string, Language> {
  const index = new Map<string, Language>();
  for (const entry of languageTable.split(/[;\n]/)) {
    const [name = '', grammar = '', aliases = ''] = entry.split('|');
    const language = { name, grammar };
    for (const alias of aliases.split(' ')) index.set(alias, language);
    if (!index.has(name.toLowerCase())) index.set(name.toLowerCase(), language);
  }
  return index;
}

/** Case-insensitive: `py`, `Python` and `PYTHON3` are the same language. */
export function languageByName(typed: string): Language | undefined {
  byAlias ??= buildIndex();
  return byAlias.get(typed.toLowerCase());
}

/** The name to store for a language that an administrator entered: a known one as clients know it, others unchanged. */
export function canonicalLanguage(typed: string): string {
  return languageByName(typed)?.name ?? typed;
}
