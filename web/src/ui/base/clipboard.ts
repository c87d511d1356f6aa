import { t } from '../../view/text/text.ts';
import { toast } from './overlays/toast.tsx';

/** @returns whether it is in the clipboard now; the browser may refuse, and pages without https have no clipboard */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies, and says so; where that is not allowed, shows the text to be copied by hand. */
export async function copyText(text: string, said: string): Promise<void> {
  if (await writeClipboard(text)) toast({ text: said });
  else toast({ text: t('common.notCopied', { text }), kind: 'error' });
}
