/** Converts clipboard content for a message. Loaded with the first paste that may need it. */
import { isInCode, linkedTo, onOwnLines } from '../../../view/text/pasted.ts';
import type { TextSelection } from '../../../view/text/format.ts';
import { toMarkdown, TooLarge } from './blocks.ts';

/**
 * @param html from the clipboard; empty to ignore it
 * @param plain the same without formatting
 * @returns the text that replaces the selection
 */
export function pastedText(passage: TextSelection, plain: string, html: string): string {
  if (isInCode(passage)) return plain;
  const address = plain.trim();
  const link = linkedTo(passage, address);
  if (link !== undefined) return link;
  if (html === '' || /^https?:\/\/\S+$/.test(address)) return plain;
  return onOwnLines(passage, richText(html, plain));
}

// Converts rich text of the clipboard to Markdown.

/**
 * @param html from the clipboard
 * @param plain the same without formatting
 * @returns the Markdown, or `plain` if nothing is formatted or it is too much for a message
 */
function richText(html: string, plain: string): string {
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
