import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createPortal } from '../../kit/preact/drawing.ts';
import { placeAt } from '../../kit/place.ts';

type Props = { area: RefObject<HTMLTextAreaElement>; children: ComponentChildren };

/** Positions suggestions above the text field; in a portal where a list would clip them. */
export function SuggestionPlace({ area, children }: Props) {
  const list = area.current?.closest('.virtual-list');
  if (!list) return <div class="writing-suggestions">{children}</div>;
  return createPortal(<Floating anchor={area.current!}>{children}</Floating>, document.body);
}

function Floating({ anchor, children }: { anchor: Element; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const place = () => box.current && placeAt(box.current, anchor.getBoundingClientRect(), 'above');
  useLayoutEffect(() => void place());
  useLayoutEffect(() => {
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', place, { capture: true });
  }, []);
  return (
    <div class="writing-suggestions writing-suggestions-floating" ref={box}>
      {children}
    </div>
  );
}
