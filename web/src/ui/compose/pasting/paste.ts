/** What is pasted into a message: files are attached, rich text becomes Markdown, an address links what is selected. */
import { isInCode, linkedTo, onOwnLines } from '../../../view/text/pasted.ts';
import type { TextSelection } from '../../../view/text/format.ts';

export type PasteInto = {
  getPassage: () => TextSelection;
  /** Without any formatting, as by Ctrl Shift V. */
  isPlain: boolean;
  onFiles: (files: readonly File[]) => void;
  onText: (text: string) => void;
};

/** In UTF-16 units. What is larger is pasted as plain text. */
const largest = 500_000;

/** Takes over the event where something else than the plain text is to be written. */
export function paste(event: ClipboardEvent, { getPassage, isPlain, onFiles, onText }: PasteInto): void {
  const from = event.clipboardData;
  if (from === null) return;
  const plain = from.getData('text/plain').replaceAll(/\r\n?/g, '\n');
  const html = from.getData('text/html');
  const isText = plain.trim() !== '';
  const files = [...from.files];
  // Word and Excel add a picture of the text.
  if (files.length > 0 && !(isText && html !== '')) {
    event.preventDefault();
    onFiles(files);
    return;
  }
  const passage = getPassage();
  if (!isText || isPlain || isInCode(passage)) return;
  const link = linkedTo(passage, plain.trim());
  if (link !== undefined) {
    event.preventDefault();
    onText(link);
    return;
  }
  if (!isRich(from, html, plain)) return;
  event.preventDefault();
  // Where it cannot be loaded, the text comes without its formatting.
  void import('./rich-text.ts')
    .then(({ richText }) => richText(html, plain))
    .catch(() => plain)
    .then((text) => onText(onOwnLines(getPassage(), text)));
}

/** Code editors only color what they copy. */
const isRich = (from: DataTransfer, html: string, plain: string): boolean =>
  html !== '' &&
  html.length <= largest &&
  !from.types.includes('vscode-editor-data') &&
  !/^https?:\/\/\S+$/.test(plain.trim());
