/** Keys between messages and on the one that is chosen. What other screens bring (menus, dialogs) adds its own. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { toggleStar } from '../../actions/messages.ts';
import type { Stretch } from '../../store/history.ts';
import { conversationOf } from '../../store/narrow.ts';
import { neighbour, type MessageRow } from '../../view/message-rows.ts';
import type { VirtualListHandle } from '../base/virtual-list.tsx';
import { toast } from '../base/toast.tsx';
import { openCompose } from '../compose/state.ts';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { useCommands } from '../page/keyboard.ts';
import { navigate } from '../page/location.ts';

type Parts = {
  stretch: Stretch;
  rows: ReadonlySignal<readonly MessageRow[]>;
  selected: Signal<number | undefined>;
  list: RefObject<VirtualListHandle>;
};

export function useMessageCommands({ rows, selected, list }: Parts): void {
  const client = useClient();
  const { live } = client;
  const message = () =>
    selected.peek() === undefined ? undefined : live.peek().messages.get(selected.peek()!);
  const ownId = live.peek().own.user_id;
  const step = (by: 1 | -1) => (): boolean => {
    const start = selected.peek() ?? lastInSight(rows.peek(), list.current);
    const to = selected.peek() === undefined ? start : neighbour(rows.peek(), start, by);
    if (to === undefined) return false;
    selected.value = to;
    focusMessage(to, rows.peek(), list.current);
    return true;
  };
  useCommands({
    'next-message': step(1),
    'previous-message': step(-1),
    'to-newest': () => {
      list.current?.scrollToEnd();
      return true;
    },
    reply: () => {
      const chosen = message();
      openCompose(chosen && conversationOf(chosen, ownId));
      return true;
    },
    star: () => {
      const chosen = message();
      if (chosen === undefined) return false;
      void toggleStar(client, chosen.id).then(
        (failure) => failure && toast({ text: failureText(failure), kind: 'error' }),
      );
      return true;
    },
    'open-topic': () => {
      const chosen = message();
      if (chosen === undefined) return false;
      navigate({ screen: 'narrow', narrow: conversationOf(chosen, ownId), near: chosen.id });
      return true;
    },
    'open-channel': () => {
      const chosen = message();
      const to = chosen && conversationOf(chosen, ownId);
      if (to?.kind !== 'topic') return false;
      navigate({ screen: 'narrow', narrow: { kind: 'channel', channelId: to.channelId }, near: chosen!.id });
      return true;
    },
    back: () => {
      if (selected.peek() === undefined) return false;
      selected.value = undefined;
      return true;
    },
  });
}

function lastInSight(rows: readonly MessageRow[], list: VirtualListHandle | null): number | undefined {
  const { last = rows.length - 1 } = list?.visible() ?? {};
  const row = rows.slice(0, last + 1).findLast((each) => each.kind === 'message');
  return row?.kind === 'message' ? row.id : undefined;
}

function focusMessage(id: number, rows: readonly MessageRow[], list: VirtualListHandle | null): void {
  const index = rows.findIndex((row) => row.kind === 'message' && row.id === id);
  list?.scrollTo(index, 'auto');
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)?.focus({ preventScroll: true }),
  );
}
