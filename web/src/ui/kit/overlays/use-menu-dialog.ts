import { useRef, useState } from 'preact/hooks';

/**
 * Serves a menu whose items may open dialogs. A menu closes before the chosen item runs, so `onClose` is called only once it
 * is known that the item opens none: the component that shows menu and dialog must stay mounted.
 */
export function useMenuDialog<Dialog>(onClose: () => void) {
  const [dialog, setDialog] = useState<Dialog>();
  const isOpening = useRef(false);
  const open = (next: Dialog) => {
    isOpening.current = true;
    setDialog(() => next);
  };
  const closeMenu = () => queueMicrotask(() => isOpening.current || onClose());
  return { dialog, open, closeMenu };
}
