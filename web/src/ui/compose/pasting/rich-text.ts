/** Converts rich text of the clipboard to Markdown. */
import { toMarkdown, TooLarge } from './blocks.ts';

/**
 * @param html from the clipboard
 * @param plain the same without formatting
 * @returns the Markdown, or `plain` if nothing is formatted or it is too much for a message
 */
export function richText(html: string, plain: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  try {
    const markdown = toMarkdown(getPart(body));
    // A heading on its own is rarely meant as one.
    const isPlain = letters(markdown) === letters(plain) || /^#{1,6} .*$/.test(markdown);
    return markdown === '' || isPlain ? plain : markdown;
  } catch (error) {
    if (error instanceof TooLarge) return plain;
    throw error;
  }
}

/** When a part of a text is copied, browsers wrap it in a `span` with the computed style. */
function getPart(body: Element): Element {
  const nodes = [...body.childNodes].filter(
    (node) => node.nodeType === 1 || (node.nodeType === 3 && node.textContent?.trim() !== ''),
  );
  const [only] = nodes;
  return nodes.length === 1 && only?.nodeName === 'SPAN' ? (only as Element) : body;
}

/** Programs disagree on spaces between blocks; the plain text is more reliable. */
const letters = (text: string): string => text.replaceAll(/\s+/g, '');
