/** Writes the module with the parameters of texts, by which calls of `t` are checked. */
import { getParameters, parse, type ParameterType } from './messages.ts';
import type { Texts } from './catalogues.ts';

const types: Readonly<Record<ParameterType, string>> = {
  any: 'string | number',
  count: 'number',
  word: 'string',
};

/** @param english of all files that the module is about */
export function writeParameters(doc: string, english: Texts): string {
  const lines = Object.entries(english).flatMap(([key, text]) => {
    const names = [...getParameters(parse(text, 'en'))];
    const fields = names.map(([name, type]) => `${name}: ${types[type]}`).join('; ');
    return names.length === 0 ? [] : [`  '${key}': { ${fields} };`];
  });
  const head = `/** ${doc} Made from the English texts by \`npm run texts\`. */`;
  return `${head}\nexport type TextParameters = {\n${lines.join('\n')}\n};\n`;
}
