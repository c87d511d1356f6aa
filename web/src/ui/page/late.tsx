import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { t } from '../../view/text/text.ts';
import { toast } from '../base/overlays/toast.tsx';

type Closable = { onClose: () => void };

/** Loads a component when it is first opened. A failure is reported, and nothing stays half open. */
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
