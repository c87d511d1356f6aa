/** Where the next message goes. Others open compose with `openCompose`; the component shows what is here. */
import { batch, computed, signal } from '@preact/signals';
import type { Client } from '../../../client.ts';
import { Drafts, targetKey, type Target } from '../../../store/writing/drafts.ts';
import { narrowKey, type Narrow } from '../../../store/messages/narrow.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { navigate } from '../../page/location.ts';

export const drafts = new Drafts(window.localStorage);

/** undefined: closed, as in views of many conversations. */
export const target = signal<Target | undefined>(undefined);

type Field = 'text' | 'place';

/** Which field should take the focus; counts up each time that one should. */
export const focusWanted = signal<{ count: number; on: Field }>({ count: 0, on: 'text' });

export function wantFocus(on: Field = 'text'): void {
  focusWanted.value = { count: focusWanted.peek().count + 1, on };
}

/** How far it has done so. */
export const focusTaken = { count: 0 };

/** Where the caret was in the field that stood there before the card: what is suggested goes by it. */
export const begun: { caret: [start: number, end: number] | undefined } = { caret: undefined };

/** The conversation or view whose compose is on the page. */
const here = signal<string | undefined>(undefined);

export const isOnPage = (): boolean => here.peek() !== undefined;

/** What another one is to open for once it is there. */
let asked: { place: string; open: () => void } | undefined;

/** Whether something can be written where the person is. */
export const isOpenHere = computed(() => here.value !== undefined && target.value !== undefined);

/** Whether one of them takes it in a moment; what is typed until then is for it. */
export const isFocusComing = (): boolean =>
  asked !== undefined ||
  (focusTaken.count !== focusWanted.peek().count && document.querySelector('.compose-card') !== null);

/** Compose follows the conversation that is open, unless it was asked to open there for something else. */
export function enterPlace(narrow: Narrow): void {
  here.value = narrowKey(narrow);
  target.value = getTarget(narrow);
  const open = asked?.place === here.peek() ? asked?.open : undefined;
  asked = undefined;
  open?.();
}

export function leavePlace(): void {
  here.value = undefined;
}

/** Goes to where one can write, and opens compose there. */
export function openComposeAt(narrow: Narrow, to: Target): void {
  openAt(narrow, () => openCompose(to));
}

/** The same for something new: who is to read it is asked first. */
export function beginAt(narrow: Narrow, to: Target): void {
  openAt(narrow, () => {
    target.value = to;
    wantFocus('place');
  });
}

/** Whether compose lies under a screen that shows no messages, as Inbox. */
export const isElsewhere = signal(false);

/** What such a compose takes for its place. */
export const elsewhere = { kind: 'feed' } as const;

/** The same without leaving the screen. */
export function beginElsewhere(to: Target): void {
  const open = () => {
    target.value = to;
    wantFocus('place');
  };
  if (isElsewhere.peek()) return open();
  asked = { place: narrowKey(elsewhere), open };
  isElsewhere.value = true;
}

function openAt(narrow: Narrow, open: () => void): void {
  const place = narrowKey(narrow);
  if (here.peek() === place) return open();
  asked = { place, open };
  navigate({ screen: 'narrow', narrow });
}

/** Opens compose, for another place if one is given, with a text added to what was begun there. */
export function openCompose(to?: Target, text = ''): void {
  batch(() => {
    if (to !== undefined) target.value = to;
    const place = target.peek();
    if (place !== undefined && text !== '') {
      const before = drafts.getText(place);
      drafts.write(place, before === '' ? text : `${before}\n\n${text}`);
    }
    wantFocus();
  });
}

/** What did not get through goes back to where it was written. */
export function editFailed(_client: Client, item: OutboxItem | undefined): void {
  if (item !== undefined) openCompose(item.to, item.content);
}

/** Compose follows the conversation that is open. */
export function getTarget(narrow: Narrow): Target | undefined {
  if (narrow.kind === 'topic' || narrow.kind === 'direct') return narrow;
  if (narrow.kind === 'channel') return { kind: 'topic', channelId: narrow.channelId, topic: '' };
  return undefined;
}

/** Whether it goes where the person reads. */
export function isOwnPlace(narrow: Narrow, to: Target): boolean {
  const own = getTarget(narrow);
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
