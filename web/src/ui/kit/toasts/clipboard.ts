import { t } from '../../../view/text/text.ts';
import { toast } from './toast.tsx';

/**
 * Copies a text and confirms it. If the browser refuses, or has no clipboard without HTTPS, shows the text for copying
 * by hand.
 */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: said });
  } catch {
    toast({ text: t('common.notCopied', { text }), kind: 'error' });
  }
}
