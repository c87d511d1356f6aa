/** On a phone, compose is a single row while it is empty and unused, to leave space for messages. */
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';
import { isPhone } from '../../page/layout.ts';

/** Milliseconds until it is clear where the focus has moved. */
const settlesMs = 200;

export type CollapseState = {
  isCollapsed: boolean;
  card: MutableRef<HTMLDivElement | null>;
  onFocusIn: (event: FocusEvent) => void;
  onFocusOut: () => void;
};

/** @param mayCollapse nothing is written or attached, and the destination is obvious */
export function useCollapse(place: string, mayCollapse: boolean): CollapseState {
  const card = useRef<HTMLDivElement>(null);
  const [awake, setAwake] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isCollapsed: isPhone.value && mayCollapse && awake !== place,
    card,
    onFocusIn: (event) => {
      // A button that is touched in the row must not move.
      if ((event.target as Element).matches('textarea, input')) setAwake(place);
    },
    onFocusOut: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => !isInUse(card.current) && setAwake(undefined), settlesMs);
    },
  };
}

/** Menus and dialogs of the card are elsewhere in the page. */
const isInUse = (card: Element | null): boolean =>
  card?.contains(document.activeElement) === true ||
  document.querySelector('.popover, dialog[open]') !== null;
