/** Converts clipboard content for a message. Loaded with the first paste that may need it. */
import { isInCode, linkedTo, onOwnLines } from '../../../view/text/pasted.ts';
import type { TextSelection } from '../../../view/text/format.ts';
import { richText } from './rich-text.ts';

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
