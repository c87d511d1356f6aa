/** Rich text of the clipboard as Markdown. */
import { toMarkdown, TooLarge } from './blocks.ts';

/**
 * @param html as another program has put it into the clipboard
 * @param plain the same without formatting
 * @returns what to write: `plain` where nothing is formatted, or where it is too much to be a message
 */
export function richText(html: string, plain: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  try {
    const markdown = toMarkdown(getPart(body));
    // A title alone is rarely meant to be one.
    const isPlain = letters(markdown) === letters(plain) || /^#{1,6} .*$/.test(markdown);
    return markdown === '' || isPlain ? plain : markdown;
  } catch (error) {
    if (error instanceof TooLarge) return plain;
    throw error;
  }
}

/** Where a part of a text is copied, browsers put it into a `span` that looks like all of the text. */
function getPart(body: Element): Element {
  const nodes = [...body.childNodes].filter(
    (node) => node.nodeType === 1 || (node.nodeType === 3 && node.textContent?.trim() !== ''),
  );
  const [only] = nodes;
  return nodes.length === 1 && only?.nodeName === 'SPAN' ? (only as Element) : body;
}

/** Programs do not agree about spaces between blocks; the plain text has them as they were meant. */
const letters = (text: string): string => text.replaceAll(/\s+/g, '');
