import { useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';

/** For a `<dialog>` over the whole page: it opens with its component, and the focus goes back to where it was. */
export function useModal(): MutableRef<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
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
