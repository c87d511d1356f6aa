/** Makes texts with distinguishable words, and says which of them a reader of the HTML is given. */
import fc from 'fast-check';

const word = '§';

/** `§` is a word that stands nowhere else in the text. */
const fragments = [
  word,
  `${word} `,
  ` ${word}`,
  `${word}\n`,
  `${word}\n\n`,
  `${word}.`,
  `${word}|`,
  `|${word}`,
  '\n',
  '\n\n',
  ' ',
  '    ',
  '\t',
  '|',
  '||',
  '\\',
  '\\|',
  '\\`',
  '`',
  '``',
  '```',
  '~~~',
  '*',
  '**',
  '~~',
  '[',
  ']',
  '](',
  ')',
  '(',
  '!',
  '<',
  '>',
  '&',
  '"',
  "'",
  ':',
  '$',
  '$$',
  '#',
  '@',
  '_',
  '{',
  '}',
  '%',
  '- ',
  '* ',
  '+ ',
  '-',
  '1.',
  '1. ',
  '7) ',
  '2.',
  '# ',
  '#',
  '###### ',
  '> ',
  '>',
  '    ',
  '  - ',
  '---\n',
  `\n|${word}|${word}|\n|-|-|\n|${word}|`,
  `|${word}|\n`,
  '|-|\n',
  '\n|-|-|\n',
  `\`${word}|${word}\``,
  `\`${word}\``,
  `\`\`${word}\``,
  `\\\`${word}\\\``,
  `**${word}**`,
  `~~${word}~~`,
  `*${word}*`,
  `\`\`\`${word}\n`,
  `\`\`\`js ${word}\n`,
  `\`\`\`quote ${word}\n`,
  `\`\`\`spoiler ${word}\n`,
  '\n```\n',
  `\`\`\`math ${word}\n`,
  `~~~${word} ${word}\n`,
  `\`\`\`{.py ${word}}\n`,
  '\n~~~\n',
  '````quote\n',
  '````',
  `[${word}](/b)`,
  `[${word}](https://a.example/${word} "${word}")`,
  `![${word}](/c)`,
  `[](${word})`,
  `![${word}](/user_uploads/1/a.png)`,
  `[${word}](/user_uploads/1/b.mp4)`,
  `[${word}]: https://b.example`,
  `https://x.example.com/${word}.png`,
  `[${word}](https://youtu.be/aqz-KE-bpKQ)`,
  `me@${word}.example.com`,
  `https://c.example/${word}?q=${word}`,
  `<https://d.example/${word}>`,
  `${word}.com`,
  `http://${word}`,
  `@**${word}**`,
  `@_**${word}**`,
  `@*${word}*`,
  `#**${word}**`,
  `#**${word}>${word}**`,
  `#**${word}>`,
  `:${word}:`,
  ':smile:',
  '👍',
  `<time:${word}>`,
  `<b>${word}</b>`,
  `<!-- ${word} -->`,
  `&${word};`,
  '&lt;',
  `$$${word}$$`,
  `$$\\frac{${word}}{`,
  `/me ${word}`,
  `#12 ${word}`,
  `ticket 9${word}`,
  ':) ',
  `\r\n`,
  '\0',
];

/** A text and its words. */
export interface Written {
  source: string;
  words: string[];
}

function numbered(template: string): Written {
  const words: string[] = [];
  const source = template.replaceAll(word, () => {
    words.push(`zq${words.length}x`);
    return words.at(-1) ?? '';
  });
  return { source, words };
}

export const texts: fc.Arbitrary<Written> = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 24 })
  .map((parts) => numbered(parts.join('')));

const shown = /\b(?:href|src|alt|title|data-code-language|data-original-src)="([^"]*)"/g;

/** The text of the HTML, and where its links, pictures and blocks of code say more. */
export function readable(html: string): string {
  const attributes = [...html.matchAll(shown)].map((match) => match[1]);
  return [html.replace(/<[^>]*>/g, ''), ...attributes].join('\n');
}
