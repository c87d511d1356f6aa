/** Rich text of the clipboard as Markdown. Loaded with the first of it. */
import { toMarkdown, TooLarge } from './blocks.ts';

/**
 * @param html as another program has put it into the clipboard
 * @param plain the same without formatting
 * @returns what to write: `plain` where nothing is formatted, or where it is too much to be a message
 */
export function richText(html: string, plain: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  try {
    const markdown = toMarkdown(body);
    return markdown === '' || letters(markdown) === letters(plain) ? plain : markdown;
  } catch (error) {
    if (error instanceof TooLarge) return plain;
    throw error;
  }
}

/** Programs do not agree about spaces between blocks; the plain text has them as they were meant. */
const letters = (text: string): string => text.replaceAll(/\s+/g, '');
