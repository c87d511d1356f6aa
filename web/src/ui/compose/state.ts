/** Where the next message goes. Others open compose with `openCompose`; the component shows what is here. */
import { batch, signal } from '@preact/signals';
import type { Client } from '../../client.ts';
import { Drafts, targetKey, type Target } from '../../store/drafts.ts';
import type { Narrow } from '../../store/narrow.ts';
import type { OutboxItem } from '../../store/outbox.ts';

export const drafts = new Drafts(window.localStorage);

/** undefined: closed, as in views of many conversations. */
export const target = signal<Target | undefined>(undefined);

/** Counts up when the text field should take the focus. */
export const focusWanted = signal(0);

/** How far it has done so. */
export const focusTaken = { count: 0 };

/** Whether it will in a moment; what is typed until then is for it. */
export const isFocusComing = (): boolean =>
  focusTaken.count !== focusWanted.peek() && document.querySelector('.compose-card') !== null;

/** Opens compose, for another place if one is given, with a text added to what was begun there. */
export function openCompose(to?: Target, text = ''): void {
  batch(() => {
    if (to !== undefined) target.value = to;
    const place = target.peek();
    if (place !== undefined && text !== '') {
      const before = drafts.textOf(place);
      drafts.write(place, before === '' ? text : `${before}\n\n${text}`);
    }
    focusWanted.value = focusWanted.peek() + 1;
  });
}

/** What did not get through goes back to where it was written. */
export function editFailed(_client: Client, item: OutboxItem | undefined): void {
  if (item !== undefined) openCompose(item.to, item.content);
}

/** Compose follows the conversation that is open. */
export function targetOf(narrow: Narrow): Target | undefined {
  if (narrow.kind === 'topic' || narrow.kind === 'direct') return narrow;
  if (narrow.kind === 'channel') return { kind: 'topic', channelId: narrow.channelId, topic: '' };
  return undefined;
}

/** Whether it goes where the person reads. */
export function isOwnPlace(narrow: Narrow, to: Target): boolean {
  const own = targetOf(narrow);
  return own !== undefined && targetKey(own) === targetKey(to);
}

/** What goes along with a text to another place. */
export const followers: ((from: Target, to: Target) => void)[] = [];

/** Changes where the text goes and takes it along. */
export function retarget(to: Target): void {
  const from = target.peek();
  batch(() => {
    if (from !== undefined) {
      drafts.move(from, to);
      for (const follow of followers) follow(from, to);
    }
    target.value = to;
  });
}
