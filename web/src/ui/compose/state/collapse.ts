/** On a phone compose is one row until someone writes: what helps with writing takes the place of what is read. */
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';
import { isPhone } from '../../frame/layout.ts';

/** Milliseconds until it is clear where the focus went. */
const settlesMs = 200;

export type CollapseState = {
  isCollapsed: boolean;
  card: MutableRef<HTMLDivElement | null>;
  onFocusIn: (event: FocusEvent) => void;
  onFocusOut: () => void;
};

/** @param mayCollapse nothing is written, nothing attached, and it is plain where it would go */
export function useCollapse(place: string, mayCollapse: boolean): CollapseState {
  const card = useRef<HTMLDivElement>(null);
  const [awake, setAwake] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isCollapsed: isPhone.value && mayCollapse && awake !== place,
    card,
    onFocusIn: (event) => {
      // A button that is touched in the row stays under the finger.
      if ((event.target as Element).matches('textarea, input')) setAwake(place);
    },
    onFocusOut: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => !isInUse(card.current) && setAwake(undefined), settlesMs);
    },
  };
}

/** What opens from it lies elsewhere on the page. */
const isInUse = (card: Element | null): boolean =>
  card?.contains(document.activeElement) === true ||
  document.querySelector('.popover, dialog[open]') !== null;
