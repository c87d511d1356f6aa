/** What is pasted into a message: files are attached, rich text becomes Markdown, an address links what is selected. */
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

/** Takes over the event where something else than the plain text may be written. */
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
  // Code editors only color what they copy.
  const isRich = html !== '' && html.length <= largest && !from.types.includes('vscode-editor-data');
  const { start, end } = getPassage();
  if (!isText || isPlain || !(isRich || (start < end && /^\s*https?:/.test(plain)))) return;
  event.preventDefault();
  // Where it cannot be loaded, the text comes without its formatting.
  void import('./pasted.ts')
    .then(({ pastedText }) => pastedText(getPassage(), plain, isRich ? html : ''))
    .catch(() => plain)
    .then(onText);
}
