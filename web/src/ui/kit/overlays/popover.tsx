import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createPortal } from '../preact/drawing.ts';
import { useLayer } from '../../page/layers.ts';
import { getLayer, placeAt, type Side } from '../place.ts';
import './popover.css';

export type PopoverProps = {
  anchor: Element;
  onClose: () => void;
  label: string;
  side?: Side;
  align?: 'start' | 'end';
  role?: 'dialog' | 'menu' | 'listbox';
  /** False for lists of suggestions: the focus stays in the text field. */
  takesFocus?: boolean;
  children: ComponentChildren;
};

/** A disabled control cannot take the focus back. */
const focusable =
  '[autofocus], [role^=menuitem]:not(:disabled), input:not(:disabled), button:not(:disabled), a';

/** Floats next to its anchor until something else is clicked or Escape is pressed; returns the focus when it closes. */
export function Popover(props: PopoverProps) {
  const {
    anchor,
    onClose,
    label,
    side = 'below',
    align = 'start',
    role = 'dialog',
    takesFocus = true,
  } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayer(role !== 'listbox', onClose);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const place = () => placeAt(box, anchor.getBoundingClientRect(), side, align);
    const outside = (event: Event) => {
      // Pointer events of a document have nodes as targets.
      const target = event.target as Node;
      if (!box.contains(target) && !anchor.contains(target)) onClose();
    };
    // Elements of HTML and SVG can be focused; both have `focus`.
    const before = document.activeElement as HTMLElement | null;
    place();
    if (takesFocus) (box.querySelector<HTMLElement>(focusable) ?? box).focus();
    const observer = new ResizeObserver(place);
    observer.observe(box);
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('resize', onClose);
    return () => {
      observer.disconnect();
      document.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('resize', onClose);
      if (takesFocus && (box.contains(document.activeElement) || document.activeElement === document.body))
        before?.focus();
    };
  }, [anchor]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  return createPortal(
    <div class="popover" ref={ref} role={role} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {props.children}
    </div>,
    getLayer(anchor),
  );
}
