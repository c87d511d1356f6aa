import type { ComponentChildren } from 'preact';
import { useRef, useLayoutEffect } from 'preact/hooks';
import { memo } from '../preact/drawing.ts';
import { isTextField } from '../../page/keyboard.ts';
import type { List, Pinned, VirtualListProps } from './list-types.ts';
import { useVirtualizer } from './virtualizer.ts';
import './virtual-list.css';

/** Shows only the rows in view. Rows may have any height and change it: what the eye rests on stays where it is. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, getKey, render, label, anchor = 'start', rowRole = 'listitem' } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer(props, scroller);
  useStayAtEnd(scroller, anchor === 'end');
  const isList = rowRole === 'listitem';
  const rows = list.getVirtualItems();
  return (
    <div
      class={`virtual-list ${props.class ?? ''}`}
      ref={scroller}
      tabIndex={props.isInTabOrder ? 0 : -1}
      onKeyDown={(event) => jump(event, list)}
    >
      <div class={`virtual-list-space virtual-list-${anchor}`}>
        <div
          class="virtual-list-body"
          role={isList ? 'list' : undefined}
          aria-label={isList ? label : undefined}
          style={{ height: `${list.getTotalSize()}px` }}
        >
          <div class="virtual-list-window" role="presentation" style={{ top: `${rows[0]?.start ?? 0}px` }}>
            {rows.map(({ index }) => {
              const item = items[index];
              return item === undefined ? null : (
                <DrawnRow
                  key={getKey(item)}
                  item={item}
                  index={index}
                  size={items.length}
                  role={rowRole}
                  draw={render as DrawnRowProps['draw']}
                  measure={list.measureElement}
                />
              );
            })}
          </div>
        </div>
        {props.pinned && <PinnedAbove list={list} pinned={props.pinned} />}
      </div>
    </div>
  );
}

/** The browser holds it and pushes it out, by itself: no row is looked at for it while one scrolls. */
function PinnedAbove({ list, pinned }: { list: List; pinned: (index: number) => Pinned | undefined }) {
  const top = list.scrollOffset ?? 0;
  const row = list.getVirtualItems().find(({ end }) => end > top);
  const found = row && pinned(row.index);
  const start = found && list.measurementsCache[found.first]?.start;
  const end = found && list.measurementsCache[found.last]?.end;
  if (start === undefined || end === undefined) return null;
  return (
    <div class="virtual-list-pinned" style={{ top: `${start}px`, height: `${end - start}px` }}>
      {found?.content}
    </div>
  );
}

/** At once: on the way that the browser takes, it is faster than rows can be drawn. What is new has a key of its own. */
function jump(event: KeyboardEvent, list: List): void {
  const keys = list.options.anchorTo === 'end' ? ['Home'] : ['Home', 'End'];
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || event.defaultPrevented || !keys.includes(event.key)) return;
  if (isTextField(event.target as Element)) return;
  event.preventDefault();
  // Where older rows come in then, it stays where it was.
  if (event.key === 'Home') list.scrollElement?.scrollTo({ top: 0 });
  else list.scrollToEnd();
}

type DrawnRowProps = {
  item: unknown;
  index: number;
  size: number;
  role: 'listitem' | 'presentation';
  draw: (item: unknown, index: number) => ComponentChildren;
  measure: (element: HTMLDivElement | null) => void;
};

/**
 * While one scrolls, or rows turn out higher than guessed, those in view stay as they are and are not compared again. (Not by
 * giving the same node twice: that one would continue naming its first parent, and with it all that was on the page then.)
 */
const DrawnRow = memo(function DrawnRow({ item, index, size, role, draw, measure }: DrawnRowProps) {
  const place = role === 'listitem' ? { 'aria-setsize': size, 'aria-posinset': index + 1 } : {};
  return (
    <div role={role} data-index={index} ref={measure} {...place}>
      {draw(item, index)}
    </div>
  );
});

/** Px from the end that count as the end. */
const slack = 24;

/** Keeps a list at its end when other elements, such as a growing text field, take space from it. */
function useStayAtEnd(scroller: { current: HTMLElement | null }, isWanted: boolean): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isWanted) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      const left = element.scrollHeight - element.scrollTop - height;
      if (lost > 0 && left - lost <= slack) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWanted]);
}
