import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { updateChannel } from '../../../actions/channels.ts';
import { orderFolders } from '../../../actions/folders.ts';
import type { Client } from '../../../connection/client.ts';
import { isMovable, neighbour, rearranged } from '../../../view/channels/rearranging.ts';
import type { SidebarRow } from '../../../view/channels/sidebar.ts';
import { channelName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { announce } from '../../kit/toasts/toast.tsx';
import { report } from '../../kit/toasts/report.ts';

const findRow = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;

const rowIndex = (target: EventTarget | null): number => Number(findRow(target)?.dataset.index ?? -1);

/**
 * Channels are dragged to another folder, and folders reordered, by users with permission. Alt and the arrow keys do the
 * same to the row that has the focus.
 */
export function useRearranging(client: Client, rows: ReadonlySignal<readonly SidebarRow[]>) {
  const focusAfterMove = useFocusAfterMove(rows);
  return {
    ...useDragging(client, rows),
    onKeyDown: (event: KeyboardEvent) => {
      const by = getStep(event.key);
      const index = rowIndex(event.target);
      if (!event.altKey || by === undefined || !isMovable(client.live, rows.peek(), index)) return;
      event.preventDefault();
      const to = neighbour(rows.peek(), index, by);
      if (to === undefined) return;
      focusAfterMove(rows.peek()[index]?.key);
      moveRow(client, rows.peek(), index, to);
    },
  };
}

const getStep = (key: string): 1 | -1 | undefined =>
  key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;

/** Native drag and drop of rows; the row that a drop would go to is highlighted. */
function useDragging(client: Client, rows: ReadonlySignal<readonly SidebarRow[]>) {
  const { live } = client;
  const dragged = useRef<string | undefined>(undefined);
  const target = useRef<Element | null>(null);
  const draggedIndex = () => rows.peek().findIndex(({ key }) => key === dragged.current);
  const mark = (element: Element | null) => {
    target.current?.classList.remove('sidebar-drop');
    target.current = element;
    element?.classList.add('sidebar-drop');
  };
  const end = () => {
    mark(null);
    dragged.current = undefined;
  };
  return {
    // In lower case, as the browser names them: Preact asks the element for others, and not every DOM knows them.
    ondragstart: (event: DragEvent) => {
      const index = rowIndex(event.target);
      if (!isMovable(live, rows.peek(), index)) return;
      dragged.current = rows.peek()[index]?.key;
      event.dataTransfer?.setData('text/plain', '');
    },
    ondragover: (event: DragEvent) => {
      const change = rearranged(live, rows.peek(), draggedIndex(), rowIndex(event.target));
      if (change !== undefined) event.preventDefault();
      mark(change === undefined ? null : findRow(event.target));
    },
    ondrop: (event: DragEvent) => {
      const index = draggedIndex();
      if (index < 0) return;
      event.preventDefault();
      moveRow(client, rows.peek(), index, rowIndex(event.target));
      end();
    },
    ondragend: end,
  };
}

function moveRow(client: Client, rows: readonly SidebarRow[], index: number, to: number): void {
  const { live } = client;
  const change = rearranged(live, rows, index, to);
  if (change === undefined) return;
  void report(
    change.kind === 'channel'
      ? updateChannel(client, change.channelId, { folder_id: change.folderId })
      : orderFolders(client, change.order),
  );
  if (change.kind !== 'channel') return;
  const folder =
    change.folderId === null ? t('sidebar.channels') : live.peek().folders.get(change.folderId)?.name;
  announce(t('sidebar.moved', { name: channelName(live, change.channelId), folder: folder ?? '' }));
}

/** A moved row loses the focus. @returns a function that names the row to focus once it is drawn in its new place */
function useFocusAfterMove(rows: ReadonlySignal<readonly SidebarRow[]>) {
  const moved = useRef<string | undefined>(undefined);
  const shown = rows.value;
  useLayoutEffect(() => {
    if (moved.current === undefined || document.activeElement !== document.body) return;
    const index = shown.findIndex(({ key }) => key === moved.current);
    moved.current = undefined;
    document.querySelector<HTMLElement>(`.sidebar-list [data-index="${index}"] .sidebar-row`)?.focus();
  }, [shown]);
  return (key: string | undefined) => {
    moved.current = key;
  };
}
