/** Messages that are sent once their files have arrived, wherever the person is by then. */
import { effect, signal } from '@preact/signals';
import type { Client } from '../../../connection/client.ts';
import { targetKey, type Target } from '../../../store/writing/drafts.ts';
import { isSamePlace } from '../../../store/writing/uploads.ts';
import { roomLeft, sendDraft } from './send.ts';
import { offerConversation } from './sent-elsewhere.ts';
import { mayBeCommand } from './slash-commands.ts';
import { drafts } from './state.ts';
import { uploads } from './uploads.ts';

/** `failures`: uploads that had failed before. With another one, the person has to send again. */
type Wish = { client: Client; to: Target; failures: number };

const wishes = signal<ReadonlyMap<string, Wish>>(new Map());

/** `targetKey` of the text that is open: its card sends it, or runs it as a command. */
export const openKey = signal<string | undefined>(undefined);

/** The state of the uploads of a text. */
export function getFiles(to: Target): { isBusy: boolean; failures: number } {
  const states = uploads.items.value.filter(({ target }) => isSamePlace(target, to));
  const failures = states.filter(({ state }) => state === 'failed').length;
  return { isBusy: failures < states.length, failures };
}

export const getWish = (to: Target): Wish | undefined => wishes.value.get(targetKey(to));

export function setWish(to: Target, wish: Omit<Wish, 'to'> | undefined): void {
  const next = new Map(wishes.peek());
  if (wish === undefined) next.delete(targetKey(to));
  else next.set(targetKey(to), { ...wish, to });
  wishes.value = next;
}

effect(() => {
  for (const [key, wish] of wishes.value) {
    if (key === openKey.value) continue;
    const { isBusy, failures } = getFiles(wish.to);
    // The link to the last file is inserted after its upload has been removed.
    if (!isBusy || failures > wish.failures)
      queueMicrotask(() => send(wish, { isComplete: failures <= wish.failures }));
  }
});

function send(wish: Wish, { isComplete }: { isComplete: boolean }): void {
  const { client, to } = wish;
  if (wishes.peek().get(targetKey(to)) !== wish) return;
  setWish(to, undefined);
  const text = drafts.getText(to);
  if (!isComplete || text.trim() === '' || mayBeCommand(text) || roomLeft(client.live, text) < 0) return;
  const item = sendDraft(client, to);
  if (item !== undefined) offerConversation(client, item);
}
