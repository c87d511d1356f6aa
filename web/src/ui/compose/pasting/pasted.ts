/** What the clipboard has, as it is written into a message. Loaded with the first that may need a change. */
import { isInCode, linkedTo, onOwnLines } from '../../../view/text/pasted.ts';
import type { TextSelection } from '../../../view/text/format.ts';
import { richText } from './rich-text.ts';

/**
 * @param html as another program has put it into the clipboard; empty where it is not to be looked at
 * @param plain the same without formatting
 * @returns what takes the place of the selection
 */
export function pastedText(passage: TextSelection, plain: string, html: string): string {
  if (isInCode(passage)) return plain;
  const address = plain.trim();
  const link = linkedTo(passage, address);
  if (link !== undefined) return link;
  if (html === '' || /^https?:\/\/\S+$/.test(address)) return plain;
  return onOwnLines(passage, richText(html, plain));
}
