import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { condensedHeight } from '../../../view/messages/row-height.ts';
import { t } from '../../../view/text/text.ts';
import { holdPlace } from '../../kit/lists/hold-place.ts';
import { condense, expand, expanded, type CondensedId } from './condensed-state.ts';
import './condensed.css';

type Props = { id: CondensedId; children: ComponentChildren };

/** The beginning of a long message with a button for the rest; a short message is unchanged. */
export function Condensed({ id, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isExpanded = useComputed(() => expanded.value.has(id)).value;
  const [isLong, setLong] = useState(false);
  const isCut = isLong && !isExpanded;
  const measure = (height: number) => setLong(height > condensedHeight * remPx() + 1);
  // Measured before painting. A condensed message has the same height with the button as without, so that the list need
  // not move.
  useLayoutEffect(() => {
    const text = box.current!.firstElementChild as HTMLElement;
    if (isExpanded) measure(text.offsetHeight);
    return watchHeight(text, (height) => {
      measure(height);
      if (isCut) hideBelow(box.current!);
    });
  }, [isExpanded, isCut]);
  useLayoutEffect(() => {
    if (isCut) hideBelow(box.current!);
    else showAll(box.current!);
  });
  const toggle = (event: { currentTarget: HTMLElement }) => {
    holdPlace(event.currentTarget.closest('article')!, isExpanded ? event.currentTarget : undefined);
    if (isExpanded) condense(id);
    else expand(id);
  };
  return (
    <>
      <div
        class={isCut ? 'condensed condensed-cut' : 'condensed'}
        ref={box}
        style={isExpanded ? undefined : { maxHeight: `${condensedHeight}rem` }}
        onClick={(event) => {
          // What is expanded inside makes it higher, and is not condensed for that.
          if (!isLong && (event.target as Element).closest('.spoiler-button') !== null) expand(id);
        }}
      >
        {children}
      </div>
      {isLong && (
        <button type="button" class="condensed-toggle" onClick={toggle}>
          {t(isExpanded ? 'messages.showLess' : 'messages.showMore')}
        </button>
      )}
    </>
  );
}

/** Heights of elements as observed by the browser: measuring each of many would lay out the page each time. */
const listeners = new WeakMap<Element, (height: number) => void>();
const sizes = new ResizeObserver((entries) => {
  for (const { target, borderBoxSize } of entries) listeners.get(target)?.(borderBoxSize[0]?.blockSize ?? 0);
});

/**
 * @param onHeight called before the first paint, and on each change
 * @returns ends observing
 */
function watchHeight(element: HTMLElement, onHeight: (height: number) => void): () => void {
  listeners.set(element, onHeight);
  sizes.observe(element);
  return () => sizes.unobserve(element);
}

const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);

// Makes the content below the visible part of a condensed message unreachable for the focus.

/** Px of the fade that are too faint to click. */
const fadedPx = 24;

function hideBelow(box: HTMLElement): void {
  showAll(box);
  hideWithin(box, box.getBoundingClientRect().bottom - fadedPx);
}

function showAll(box: HTMLElement): void {
  for (const hidden of box.querySelectorAll<HTMLElement>('[inert]')) hidden.inert = false;
}

/** Hides whole blocks where possible, and the parts of a block at the limit one by one. */
function hideWithin(parent: Element, limit: number): void {
  for (const child of parent.children) {
    const { top, bottom } = child.getBoundingClientRect();
    if (top >= limit && child instanceof HTMLElement) child.inert = true;
    else if (bottom > limit) hideWithin(child, limit);
  }
}
