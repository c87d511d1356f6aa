/** Commands that move between messages, and those that apply to the selected one. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Message } from '../../../../../wire/messages.ts';
import type { Client } from '../../../connection/client.ts';
import type { MessageRange } from '../../../store/history/history.ts';
import type { Live } from '../../../store/live.ts';
import { getConversation, isConversation } from '../../../store/narrow/narrow.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { lastEditable, messageRights } from '../../../view/messages/message-rights.ts';
import { neighbour, type MessageRow } from '../../../view/messages/message-rows.ts';
import { useListKeys } from '../../kit/lists/list-keys.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { isFocusComing, openCompose } from '../../compose/state/state.ts';
import { closeOverlay, overlay, type Overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { isMiddleFocused } from '../../page/focus.ts';
import { isHeaderFocused } from '../../page/focused-row.ts';
import { useCommands, type Commands } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import { afterFrame } from '../../page/quiet.ts';
import { keepKeys, keepKeysDuring } from '../../page/typed-ahead.ts';
import { chooseTo, chosen, clearChosen } from '../actions/chosen.ts';
import { withEdit } from '../actions/with-edit.ts';
import { useMessageKeys } from './message-keys.ts';
import { MessageActions } from './message.tsx';

type CommandContext = {
  range: MessageRange;
  rows: ReadonlySignal<readonly MessageRow[]>;
  selected: Signal<number | undefined>;
  list: RefObject<VirtualListHandle>;
  toNewest: () => Promise<void>;
};

/** What the groups of commands need: the list, and the message that they apply to. */
type Context = CommandContext & { client: Client; selection: Selection };

export function useMessageCommands(given: CommandContext): void {
  const client = useClient();
  const { range, selected, list, toNewest } = given;
  const selection = makeSelection(client.live, given);
  const context = { ...given, client, selection };
  useMessageKeys(range.narrow, selection.message, selection.messageOrLast);
  useCommands({
    ...makeStepCommands(context),
    ...makeMessageCommands(context),
    ...makeEditCommands(context),
    ...makeOpenCommands(context),
    back: () => leaveSelection(given),
  });
  useListKeys(list, { onMove: () => (selected.value = undefined), toEnd: () => void toNewest() });
}

function makeStepCommands({ client: { live }, range, selected, selection }: Context): Commands {
  const { messageOrLast, step } = selection;
  const chooseStep = (by: 1 | -1) => (): boolean => {
    const from = messageOrLast()?.id;
    if (from === undefined || !step(by)()) return false;
    chooseTo(live, range.ids.peek(), from, selected.peek() ?? from);
    return true;
  };
  return {
    'next-message': step(1),
    'previous-message': step(-1),
    'choose-next': chooseStep(1),
    'choose-previous': chooseStep(-1),
  };
}

function makeMessageCommands({ client: { live }, range, selection }: Context): Commands {
  const { message, messageOrLast } = selection;
  return {
    reply: () => {
      const chosen = isConversation(range.narrow) ? message() : messageOrLast();
      openCompose(chosen && getConversation(chosen, live.peek().own.user_id));
      keepKeys(isFocusComing);
      return true;
    },
    react: () => openAt('react', messageOrLast()),
    // In a conversation without a selected message, the menu of the topic.
    'more-actions': () =>
      openAt('menu', isConversation(range.narrow) || isHeaderFocused() ? message() : messageOrLast()),
    move: () => {
      const first = chosen.peek()?.ids[0];
      const moved = first === undefined ? messageOrLast() : live.peek().messages.get(first);
      const rights = moved && messageRights(live.peek(), moved, serverSeconds(live));
      if (moved === undefined || (rights?.moveTopic !== true && rights?.moveChannel !== true)) return false;
      return open({ kind: 'move', id: moved.id });
    },
  };
}

function makeEditCommands({ client, range, rows, list, selection: { message } }: Context): Commands {
  const state = () => client.live.peek();
  const edit = (id: number | undefined): boolean => {
    if (id === undefined) return false;
    focusMessage(id, rows.peek(), list.current);
    keepKeysDuring(withEdit(({ beginEdit }) => beginEdit(client, id)));
    return true;
  };
  const editLast = () => edit(lastEditable(state(), range.ids.peek(), serverSeconds(client.live)));
  return {
    edit: () => {
      const chosen = message();
      if (chosen === undefined) return editLast();
      const mayEdit = messageRights(state(), chosen, serverSeconds(client.live)).edit;
      return mayEdit ? edit(chosen.id) : open({ kind: 'source', id: chosen.id });
    },
    'edit-last': () => isMiddleFocused() && editLast(),
  };
}

function makeOpenCommands({ client: { live }, range: { narrow }, selection }: Context): Commands {
  const { message, messageOrLast } = selection;
  const readConversation = (chosen: Message) => getConversation(chosen, live.peek().own.user_id);
  return {
    'open-topic': () => {
      if (narrow.kind === 'topic') return openFeed(narrow.channelId, message());
      const chosen = messageOrLast();
      if (chosen === undefined) return false;
      navigate({ screen: 'narrow', narrow: readConversation(chosen), near: chosen.id });
      return true;
    },
    'open-channel': () => {
      const chosen = messageOrLast();
      const to = chosen && readConversation(chosen);
      return to?.kind === 'topic' && openFeed(to.channelId, chosen);
    },
  };
}

/** Ends choosing several messages; otherwise moves the focus from the selected message to the list. */
function leaveSelection({ selected, list }: SelectionContext): boolean {
  if (chosen.peek() !== undefined) {
    clearChosen();
    return true;
  }
  // While writing, the text field is left first.
  const isWriting = document.activeElement?.matches('textarea, input') === true;
  if (selected.peek() === undefined || isWriting) return false;
  selected.value = undefined;
  list.current?.element()?.focus({ preventScroll: true });
  return true;
}

type Selection = ReturnType<typeof makeSelection>;

type SelectionContext = Pick<CommandContext, 'rows' | 'selected' | 'list'>;

/** The message that commands apply to, and moving between messages. */
function makeSelection(live: Live, { rows, selected, list }: SelectionContext) {
  // Commands do not apply to a message that was scrolled far away or deleted.
  const message = () => {
    const id = focusedId() ?? selected.peek();
    return id === undefined || getElement(id) === null ? undefined : live.peek().messages.get(id);
  };
  /** Selects the last visible message if there is none. */
  const messageOrLast = () => {
    const last = lastVisible(rows.peek(), list.current);
    if (message() !== undefined || last === undefined || !isMiddleFocused()) return message();
    selected.value = last;
    getElement(last)?.focus({ preventScroll: true });
    return message();
  };
  const step = (by: 1 | -1) => (): boolean => {
    const from = selected.peek();
    const isAway = from !== undefined && getElement(from) === null && hasRow(rows.peek(), from);
    const to =
      from === undefined || isAway
        ? lastVisible(rows.peek(), list.current)
        : neighbour(rows.peek(), from, by);
    if (to === undefined) return false;
    selected.value = to;
    focusMessage(to, rows.peek(), list.current);
    return true;
  };
  return { message, messageOrLast, step };
}

/** Opens the feed of the channel at the same message. */
function openFeed(channelId: number, message: Message | undefined): true {
  const narrow = { kind: 'channel', channelId } as const;
  navigate({ screen: 'narrow', narrow, ...(message && { near: message.id }) });
  return true;
}

/** The message that has the focus, also by a button or link inside it. */
function focusedId(): number | undefined {
  const article = document.activeElement?.closest<HTMLElement>('article[data-message-id]');
  return article ? Number(article.dataset.messageId) : undefined;
}

const getElement = (id: number): HTMLElement | null => document.querySelector(`[data-message-id="${id}"]`);

const hasRow = (rows: readonly MessageRow[], id: number): boolean =>
  rows.some((row) => row.kind === 'message' && row.id === id);

/** Opens at the buttons of the message; those of a message that was just selected are drawn a moment later. */
function openAt(kind: 'react' | 'menu', message: Message | undefined): boolean {
  if (message === undefined) return false;
  const { id } = message;
  const openNow = () => {
    const anchor = document.querySelector(`[data-message-id="${id}"] .message-actions`);
    return anchor !== null && open({ kind, id, anchor });
  };
  if (!openNow()) keepKeysDuring(MessageActions.load().then(afterFrame).then(openNow));
  return true;
}

function open(next: Overlay): true {
  overlay.value = next;
  const isThere = () => document.querySelector('dialog[open], .popover') !== null;
  keepKeys(() => overlay.peek() !== undefined && !isThere(), closeOverlay);
  return true;
}

function lastVisible(rows: readonly MessageRow[], list: VirtualListHandle | null): number | undefined {
  const { last = rows.length - 1 } = list?.visible() ?? {};
  const row = rows.slice(0, last + 1).findLast((each) => each.kind === 'message');
  return row?.kind === 'message' ? row.id : undefined;
}

function focusMessage(id: number, rows: readonly MessageRow[], list: VirtualListHandle | null): void {
  const index = rows.findIndex((row) => row.kind === 'message' && row.id === id);
  list?.scrollTo(index, 'auto');
  const focus = () => getElement(id)?.focus({ preventScroll: true });
  // At once where it is drawn: the next key may come before the next frame.
  if (getElement(id) !== null) focus();
  else requestAnimationFrame(focus);
}
