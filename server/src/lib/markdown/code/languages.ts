/** Programming languages by what people type after a fence. The table is read when it is first needed. */
import { languageTable } from './language-table.ts';

export interface Language {
  /** The name that clients and the settings of playgrounds use, such as `Python`. */
  name: string;
  /** The grammar that colors it, or `''`. */
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

/** `typed` in any case: `py`, `Python` and `PYTHON3` are one language. */
export function languageByName(typed: string): Language | undefined {
  byAlias ??= buildIndex();
  return byAlias.get(typed.toLowerCase());
}

/** The name to store for a language that an administrator typed: a known one as clients know it, another as it is. */
export function canonicalLanguage(typed: string): string {
  return languageByName(typed)?.name ?? typed;
}
