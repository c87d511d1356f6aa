/** Pasting into a message: files are attached, rich text becomes Markdown, a URL links the selection. */
import type { TextSelection } from '../../../view/text/format.ts';

export type PasteInto = {
  getPassage: () => TextSelection;
  /** Without formatting, as by Ctrl+Shift+V. */
  isPlain: boolean;
  onFiles: (files: readonly File[]) => void;
  onText: (text: string) => void;
};

/** Files that are pasted into another field of the card, such as the topic, belong to the message. */
export function pasteFiles(event: ClipboardEvent, onFiles: PasteInto['onFiles']): void {
  const from = event.clipboardData;
  if (event.defaultPrevented || from?.getData('text/plain') !== '') return;
  const files = [...from.files];
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/** In UTF-16 units. Larger content is pasted as plain text. */
const largest = 500_000;

/** Handles the event if the content may need to be converted. */
export function paste(event: ClipboardEvent, { getPassage, isPlain, onFiles, onText }: PasteInto): void {
  const from = event.clipboardData;
  if (from === null) return;
  const plain = from.getData('text/plain').replaceAll(/\r\n?/g, '\n');
  const html = from.getData('text/html');
  const isText = plain.trim() !== '';
  const files = [...from.files];
  // Word and Excel add an image of the text.
  if (files.length > 0 && !(isText && html !== '')) {
    event.preventDefault();
    onFiles(files);
    return;
  }
  // Code editors copy only colours.
  const isRich = html !== '' && html.length <= largest && !from.types.includes('vscode-editor-data');
  const { start, end } = getPassage();
  if (!isText || isPlain || !(isRich || (start < end && /^\s*https?:/.test(plain)))) return;
  event.preventDefault();
  // If the converter cannot be loaded, plain text is pasted.
  void import('./pasted.ts')
    .then(({ pastedText }) => pastedText(getPassage(), plain, isRich ? html : ''))
    .catch(() => plain)
    .then(onText);
}
