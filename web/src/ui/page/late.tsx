import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { t } from '../../view/text/text.ts';
import { toast } from '../base/overlays/toast.tsx';

type Closable = { onClose: () => void };

/** What is loaded when it is first opened. Where it cannot be had that is told, and nothing stays half open. */
export function late<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
}

/** Browsers do not ask again for a script that failed, so only loading the page again helps. */
export const reload = (): void => window.location.reload();

export const showNotLoaded = (): void =>
  toast({ text: t('frame.notLoaded'), kind: 'error', action: { text: t('frame.reload'), onChoose: reload } });

function NotLoaded({ onClose }: Closable) {
  useEffect(() => {
    onClose();
    showNotLoaded();
  }, []);
  return null;
}
