import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GripVertical } from 'lucide-preact';
import { placedAt, rowAt } from '../../../view/settings/order.ts';
import { t } from '../../../view/text/text.ts';
import { Icon } from '../../base/icon.tsx';
import { announce } from '../../base/overlays/toast.tsx';
import './order-list.css';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  getKey: (item: Item) => string;
  getName: (item: Item) => string;
  /** Once the person is done with it. */
  onOrder: (items: readonly Item[]) => void;
  isFixed?: boolean;
  children: (item: Item) => ComponentChildren;
};

/** Rows that are put in order by dragging their handles, or by the arrow keys on them. */
export function OrderList<Item>(props: Props<Item>) {
  const { label, items, getKey, getName, onOrder, isFixed = false, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<{ key: string; items: readonly Item[] }>();
  const [moved, setMoved] = useState<string>();
  const shown = dragged?.items ?? items;
  // A row that changes its place loses the focus.
  useLayoutEffect(() => {
    if (moved === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(moved)}"] .order-handle`)?.focus();
    setMoved(undefined);
  }, [items, moved]);
  const step = (item: Item, by: number) => {
    const to = items.indexOf(item) + by;
    if (to < 0 || to >= items.length) return;
    onOrder(placedAt(items, item, to));
    setMoved(getKey(item));
    announce(t('order.moved', { name: getName(item), place: to + 1, all: items.length }));
  };
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
  const handle = (item: Item) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: Element }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ key: getKey(item), items });
    },
    onPointerMove: (event: PointerEvent) => dragged?.key === getKey(item) && drag(item, event.clientY),
    onPointerUp: drop,
    onPointerCancel: () => setDragged(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      event.stopPropagation();
      step(item, event.key === 'ArrowUp' ? -1 : 1);
    },
  });
  return (
    <ul role="list" class="settings-rows" aria-label={label} ref={list}>
      {shown.map((item) => (
        <li
          key={getKey(item)}
          data-key={getKey(item)}
          class={dragged?.key === getKey(item) ? 'settings-row order-dragged' : 'settings-row'}
        >
          {!isFixed && (
            <button
              type="button"
              class="order-handle"
              aria-label={t('order.handle', { name: getName(item) })}
              {...handle(item)}
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
