/** Adapts pasted text to the text around the caret. */
import type { TextSelection } from './format.ts';

/** Blocks with fences whose content is formatted. */
const formattedBlocks = /^(?:quote|spoiler)\b/;

/** Whether the selection begins where nothing is formatted: in a code or math block, or in inline code. */
export function isInCode({ text, start }: TextSelection): boolean {
  const lines = text.slice(0, start).split('\n');
  const current = lines.pop() ?? '';
  const open: { fence: string; isCode: boolean }[] = [];
  for (const line of lines) {
    const [, fence = '', info = ''] = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? [];
    if (fence === '') continue;
    const last = open.at(-1);
    if (last !== undefined && info === '' && fence.startsWith(last.fence)) open.pop();
    else if (last?.isCode !== true) open.push({ fence, isCode: !formattedBlocks.test(info) });
  }
  if (open.at(-1)?.isCode === true) return true;
  const [rest = ''] = text.slice(start).split('\n', 1);
  return current.split('`').length % 2 === 0 && rest.includes('`');
}

const address = /^https?:\/\/\S+$/;

/** @returns a link with the selected words as text; undefined unless a URL is pasted over a selection */
export function linkedTo({ text, start, end }: TextSelection, pasted: string): string | undefined {
  const selected = text.slice(start, end);
  if (!address.test(pasted) || selected.trim() === '' || address.test(selected.trim())) return undefined;
  if (/[\n[\]]/.test(selected)) return undefined;
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(selected) ?? [];
  return `${before}[${words}](${pasted.replaceAll('(', '%28').replaceAll(')', '%29')})${after}`;
}

const block = /^(?:#{1,6} |[-*] |\d+\. |> |`{3,}|\| |---$)/m;

/** @returns the text with the line breaks that its lists, quotes and other blocks need at this position */
export function onOwnLines({ text, start, end }: TextSelection, pasted: string): string {
  if (!block.test(pasted)) return pasted;
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isAtStart = before.trim() === '' || before.endsWith('\n');
  return `${isAtStart ? '' : '\n\n'}${pasted}${after === '' || after.startsWith('\n') ? '' : '\n\n'}`;
}
