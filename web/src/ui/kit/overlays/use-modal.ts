import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';
import { useLayer } from '../../page/layers.ts';

/**
 * Opens a `<dialog>` over the whole page with its component, and returns the focus when it closes.
 * @param hasAddress the back button leaves its address, and so closes it
 */
export function useModal({ hasAddress = false } = {}): MutableRef<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayer(!hasAddress, () => ref.current?.dispatchEvent(new Event('cancel', { cancelable: true })));
  useLayoutEffect(() => {
    const dialog = ref.current;
    // Elements of HTML and SVG can be focused; both have `focus`.
    const before = document.activeElement as HTMLElement | null;
    dialog?.showModal();
    return () => {
      // While it is open, nothing behind it takes the focus.
      dialog?.close();
      before?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
