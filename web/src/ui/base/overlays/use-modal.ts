import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';
import { useLayer } from '../../page/layers.ts';

/**
 * For a `<dialog>` over the whole page: it opens with its component, and the focus goes back to where it was.
 * @param hasAddress going back leaves its address, and so closes it
 */
export function useModal({ hasAddress = false } = {}): MutableRef<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayer(!hasAddress, () => ref.current?.dispatchEvent(new Event('cancel', { cancelable: true })));
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement as HTMLElement | null;
    dialog?.showModal();
    return () => {
      // As long as it is open, nothing behind it takes the focus.
      dialog?.close();
      before?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
