import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GripVertical } from 'lucide-preact';
import { placedAt, rowAt } from '../../../../view/channels/order.ts';
import { t } from '../../../../view/text/text.ts';
import { Icon } from '../../../kit/icon.tsx';
import { announce } from '../../../kit/toasts/toast.tsx';
import './order-list.css';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  getKey: (item: Item) => string;
  getName: (item: Item) => string;
  /** Called when a row was dropped or moved by key. */
  onOrder: (items: readonly Item[]) => void;
  isFixed?: boolean;
  children: (item: Item) => ComponentChildren;
};

/** Rows that can be reordered by dragging their handles, or with the arrow keys on them. */
export function OrderList<Item>(props: Props<Item>) {
  const { label, items, getKey, getName, onOrder, isFixed = false, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const { dragged, shown, handlersFor } = useDragging(list, { items, getKey, onOrder });
  const step = useStepping(list, { items, getKey, getName, onOrder });
  return (
    <ul role="list" class="settings-rows" aria-label={label} ref={list}>
      {shown.map((item) => (
        <li
          key={getKey(item)}
          data-key={getKey(item)}
          class={dragged === getKey(item) ? 'settings-row order-dragged' : 'settings-row'}
        >
          {!isFixed && (
            <button
              type="button"
              class="order-handle"
              aria-label={t('order.handle', { name: getName(item) })}
              {...handlersFor(item)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                event.preventDefault();
                event.stopPropagation();
                step(item, event.key === 'ArrowUp' ? -1 : 1);
              }}
            >
              <Icon of={GripVertical} />
            </button>
          )}
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

type Dragging<Item> = Pick<Props<Item>, 'items' | 'getKey' | 'onOrder'>;

/** `shown` is the order while a row is dragged; `onOrder` is called with it when the row is dropped. */
function useDragging<Item>(list: RefObject<Element>, { items, getKey, onOrder }: Dragging<Item>) {
  const [dragged, setDragged] = useState<{ key: string; items: readonly Item[] }>();
  const shown = dragged?.items ?? items;
  const drag = (item: Item, height: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = rowAt(
      rows.map(({ top, bottom }) => bottom - (bottom - top) / 4),
      height,
    );
    if (shown.indexOf(item) !== to) setDragged({ key: getKey(item), items: placedAt(shown, item, to) });
  };
  const drop = () => {
    if (dragged?.items.some((item, i) => item !== items[i])) onOrder(dragged.items);
    setDragged(undefined);
  };
  const handlersFor = (item: Item) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: Element }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ key: getKey(item), items });
    },
    onPointerMove: (event: PointerEvent) => dragged?.key === getKey(item) && drag(item, event.clientY),
    onPointerUp: drop,
    onPointerCancel: () => setDragged(undefined),
  });
  return { dragged: dragged?.key, shown, handlersFor };
}

type Stepping<Item> = Dragging<Item> & Pick<Props<Item>, 'getName'>;

/** Moves a row by keyboard, announces its new position, and focuses its handle again: a moved row loses the focus. */
function useStepping<Item>(list: RefObject<Element>, { items, getKey, getName, onOrder }: Stepping<Item>) {
  const [moved, setMoved] = useState<string>();
  useLayoutEffect(() => {
    if (moved === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(moved)}"] .order-handle`)?.focus();
    setMoved(undefined);
  }, [items, moved]);
  return (item: Item, by: -1 | 1) => {
    const to = items.indexOf(item) + by;
    if (to < 0 || to >= items.length) return;
    onOrder(placedAt(items, item, to));
    setMoved(getKey(item));
    announce(t('order.moved', { name: getName(item), place: to + 1, all: items.length }));
  };
}
