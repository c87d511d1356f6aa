/** The code blocks of docs/deploy.md, in their order. */

export interface Block {
  language: string;
  text: string;
}

export const readBlocks = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));
