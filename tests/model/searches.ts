/** What searches must find: the documented rules, applied to each text without any index. */
import type { Message } from './model.ts';

/** Texts with something for every rule. */
export const sentences = [
  'Meet at the Café',
  'red loom',
  'the loom, Red and big',
  'reddish wool',
  'RED_loom `code_red()`',
  '👍 你好吗，朋友',
  'ガラス red-hot',
] as const;

interface Search {
  typed: string;
  finds: (text: string, topic: string) => boolean;
}

/** Without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase();
const getWords = (text: string): string[] => plain(text).split(/[^\p{L}\p{N}]+/u);
/** Some word begins so. */
const begins = (start: string, ...texts: string[]): boolean =>
  texts.some((text) => getWords(text).some((word) => word.startsWith(start)));
/** These whole words stand next to each other. */
const says = (phrase: string, ...texts: string[]): boolean =>
  texts.some((text) => ` ${getWords(text).join(' ')} `.includes(` ${phrase} `));
/** Scripts without spaces: the characters stand next to each other. */
const shows = (characters: string, ...texts: string[]): boolean =>
  texts.some((text) => plain(text).includes(characters));

export const searches: readonly Search[] = [
  { typed: 'red', finds: (...texts) => begins('red', ...texts) },
  { typed: 'RED "loom"', finds: (...texts) => begins('red', ...texts) && says('loom', ...texts) },
  { typed: '"red loom"', finds: (...texts) => says('red loom', ...texts) },
  { typed: 'red -loom', finds: (...texts) => begins('red', ...texts) && !begins('loom', ...texts) },
  { typed: 'caf', finds: (...texts) => begins('caf', ...texts) },
  { typed: 'CAFE\u0301', finds: (...texts) => begins('cafe', ...texts) },
  { typed: 'code_red', finds: (...texts) => shows('code_red', ...texts) },
  { typed: '好', finds: (...texts) => shows('好', ...texts) },
  { typed: '好吗', finds: (...texts) => shows('好吗', ...texts) },
  { typed: '吗你', finds: () => false },
  { typed: 'ラ', finds: (...texts) => shows('ラ', ...texts) },
  { typed: 'plan red', finds: (...texts) => begins('plan', ...texts) && begins('red', ...texts) },
  { typed: '"plans red"', finds: (...texts) => says('plans red', ...texts) },
  { typed: '👍', finds: (...texts) => texts.some((text) => text.includes('👍')) },
  { typed: 'looms', finds: (...texts) => says('loom', ...texts) || begins('looms', ...texts) },
];

export const getNarrow = ({ typed, finds }: Search) => ({
  terms: [{ operator: 'search', operand: typed }],
  reach: 'received' as const,
  holds: ({ content, topic }: Message) => finds(content, topic),
});
