import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { condensedHeight } from '../../../view/messages/row-height.ts';
import { t } from '../../../view/text/text.ts';
import { holdPlace } from '../../kit/lists/hold-place.ts';
import { condense, expand, expanded, type CondensedId } from './condensed-state.ts';
import './condensed.css';
import { remPx, watchHeight } from './heights.ts';
import { hideBelow, showAll } from './hidden.ts';

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
