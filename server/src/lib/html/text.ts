/** The words of HTML that the server has rendered, without quotations. */
import { htmlTokens } from './tokens.ts';

const blocks = new Set('p br div tr li ul ol table h1 h2 h3 h4 h5 h6 pre section td th'.split(' '));

export function textOfHtml(html: string): string {
  let text = '';
  let quotes = 0;
  for (const token of htmlTokens(html)) {
    if (typeof token === 'string') text += quotes === 0 ? token : '';
    else if (token.name === 'blockquote') quotes += token.isClosing ? -1 : 1;
    else if (blocks.has(token.name)) text += '\n';
  }
  return text;
}
