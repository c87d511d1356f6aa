import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { showNotLoaded } from '../page/late.tsx';
import { lookedAt } from './media.ts';

/** Stands once in a conversation; the lightbox is loaded with the first picture that is opened. */
export function LightboxHost() {
  const [Lightbox, setLightbox] = useState<{ of: ComponentType }>();
  const isOpen = lookedAt.value !== undefined;
  useEffect(() => {
    if (!isOpen || Lightbox !== undefined) return;
    import('./lightbox.tsx').then(
      (module) => setLightbox({ of: module.Lightbox }),
      () => {
        lookedAt.value = undefined;
        showNotLoaded();
      },
    );
  }, [isOpen]);
  return isOpen && Lightbox !== undefined ? <Lightbox.of /> : null;
}
