import { t } from '../../view/text/text.ts';
import { toast } from './overlays/toast.tsx';

/** Copies, and says so. Where the browser refuses, or has no clipboard without https, shows the text to be copied by hand. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: said });
  } catch {
    toast({ text: t('common.notCopied', { text }), kind: 'error' });
  }
}
