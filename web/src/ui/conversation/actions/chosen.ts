/** Messages of one topic that are chosen with Shift, to be moved together. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Live } from '../../../store/live.ts';
import { getConversation, narrowKey } from '../../../store/narrow/narrow.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';

type MessageSelection = {
  /** Where the choice began; it is extended and reduced from there. */
  from: number;
  /** In order, including the first. */
  ids: readonly number[];
};

export const chosen = signal<MessageSelection | undefined>(undefined);

export const clearChosen = (): void => {
  chosen.value = undefined;
};

/**
 * Chooses from where the choice began, or begins one.
 * @param shown message IDs of the list in order; those of other conversations in between are left out
 */
export function chooseTo(live: Live, shown: readonly number[], from: number, to: number): void {
  const begun = chosen.peek()?.from ?? from;
  const key = conversationKey(live, begun);
  const [first, last] = begun < to ? [begun, to] : [to, begun];
  const ids = shown.filter((id) => id >= first && id <= last && conversationKey(live, id) === key);
  chosen.value = key !== undefined && ids.includes(begun) ? { from: begun, ids } : undefined;
}

/** Direct messages cannot be moved. */
function conversationKey(live: Live, id: number): string | undefined {
  const { messages, own } = live.peek();
  const message = messages.get(id);
  return message?.type === 'stream' ? narrowKey(getConversation(message, own.user_id)) : undefined;
}

type List = { ids: ReadonlySignal<readonly number[]>; selected: ReadonlySignal<number | undefined> };

/** Shift and a click choose from the selected message on; any other click in the list clears the choice. */
export function useChoosingByMouse(live: Live, list: RefObject<VirtualListHandle>, shown: List): void {
  useEffect(() => {
    const element = list.current?.element();
    const onMouseDown = (event: MouseEvent) => {
      // Clicks have elements as targets.
      const article = (event.target as Element).closest<HTMLElement>('article[data-message-id]');
      const from = chosen.peek()?.from ?? shown.selected.peek();
      const id = Number(article?.dataset.messageId);
      // Shift extends a selection of text, as everywhere.
      const hasText = String(document.getSelection() ?? '') !== '';
      if (event.button !== 0) return;
      if (!event.shiftKey || article === null || from === undefined || from === id || hasText) {
        clearChosen();
        return;
      }
      event.preventDefault();
      chooseTo(live, shown.ids.peek(), from, id);
    };
    element?.addEventListener('mousedown', onMouseDown);
    return () => element?.removeEventListener('mousedown', onMouseDown);
  }, []);
}
