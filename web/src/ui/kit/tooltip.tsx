import { cloneElement, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createPortal } from './preact/drawing.ts';
import { keyLabel, type KeyCommand } from '../../view/text/keys.ts';
import { isMac } from '../page/keyboard.ts';
import { getLayer, placeAt } from './place.ts';
import './tooltip.css';

const delayMs = 500;

type Handlers = Record<string, unknown>;

/** A tooltip for elements that have an accessible name: shows the name and the key. */
export function Tooltip({
  text,
  command,
  onShow,
  children,
}: {
  text: string;
  command?: KeyCommand | undefined;
  /** Called when it is shown, to load a longer text. */
  onShow?: (() => void) | undefined;
  children: VNode<Handlers>;
}) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const show = (event: Event) => {
    const target = event.currentTarget as Element;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAnchor(target);
      onShow?.();
    }, delayMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = { onPointerEnter: show, onPointerLeave: hide, onPointerDown: hide, onFocusOut: hide };
  return (
    <>
      {cloneElement(children, handlers)}
      {anchor && createPortal(<Hint anchor={anchor} text={text} command={command} />, getLayer(anchor))}
    </>
  );
}

function Hint({ anchor, text, command }: { anchor: Element; text: string; command: KeyCommand | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) placeAt(ref.current, anchor.getBoundingClientRect(), 'below');
  });
  return (
    <div class="tooltip" ref={ref} aria-hidden="true">
      {text}
      {command && <kbd class="tooltip-key">{keyLabel(command, isMac)}</kbd>}
    </div>
  );
}
