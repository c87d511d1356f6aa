/** The destination of the next message. Other parts open compose with `openCompose`; the component shows this state. */
import { joinTexts } from '../../../store/writing/attached.ts';
import { batch, computed, signal } from '@preact/signals';
import type { Client } from '../../../connection/client.ts';
import { Drafts, targetKey, type Target } from '../../../store/writing/drafts.ts';
import { narrowKey, type Destination, type Narrow } from '../../../store/narrow/narrow.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { navigate } from '../../page/location.ts';

export const drafts = new Drafts(window.localStorage);

/** Undefined: closed, as in views of many conversations. */
export const target = signal<Target | undefined>(undefined);

type Field = 'text' | 'place';

/** The field that should take the focus, and the number of such requests. */
export const focusWanted = signal<{ count: number; on: Field }>({ count: 0, on: 'text' });

export function wantFocus(on: Field = 'text'): void {
  focusWanted.value = { count: focusWanted.peek().count + 1, on };
}

/** How many of these requests have been handled. */
export const focusTaken = { count: 0 };

/** Caret position in the placeholder of the card, for suggestions. */
export const begun: { caret: [start: number, end: number] | undefined } = { caret: undefined };

/** The conversation or view whose compose is mounted, as its key and whole. */
const place = signal<Narrow | undefined>(undefined);
const here = computed(() => place.value && narrowKey(place.value));

export const isOnPage = (): boolean => here.peek() !== undefined;

/** What to open in another view once it is mounted. */
let asked: { place: string; open: () => void } | undefined;

/** Whether the person can write where they are. */
export const isOpenHere = computed(() => here.value !== undefined && target.value !== undefined);

/** Whether a text field is about to take the focus; key presses until then are for it. */
export const isFocusComing = (): boolean =>
  asked !== undefined ||
  (focusTaken.count !== focusWanted.peek().count && document.querySelector('.compose-card') !== null);

/** Compose follows the open conversation, unless it was opened there for another destination. */
export function enterPlace(narrow: Narrow): void {
  place.value = narrow;
  target.value = getTarget(narrow);
  const open = asked?.place === here.peek() ? asked?.open : undefined;
  asked = undefined;
  open?.();
}

export function leavePlace(): void {
  place.value = undefined;
}

export const isAt = (narrow: Narrow): boolean => here.peek() === narrowKey(narrow);

/** Where the next message goes, if it is not the conversation on the screen. */
export const aim = computed((): Target | undefined => {
  const to = target.value;
  return to !== undefined && place.value !== undefined && !isOwnPlace(place.value, to) ? to : undefined;
});

/** Goes to a view with compose, and opens it there. */
export function openComposeAt(narrow: Narrow, to: Target): void {
  openAt(narrow, () => openCompose(to));
}

/** The same for a new conversation: asks for the recipients first. */
export function beginAt(narrow: Narrow, to: Target): void {
  openAt(narrow, () => {
    target.value = to;
    wantFocus('place');
  });
}

/** Whether compose is below a screen without messages, such as the inbox. */
export const isElsewhere = signal(false);

/** The place of compose on such a screen. */
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

/** Opens compose, for another destination if one is given, and appends a text to its draft. */
export function openCompose(to?: Target, text = ''): void {
  batch(() => {
    if (to !== undefined) target.value = to;
    const place = target.peek();
    if (place !== undefined && text !== '') {
      drafts.write(place, joinTexts([drafts.getText(place), text]));
    }
    wantFocus();
  });
}

/** Puts the text of a failed message back into its draft. */
export function editFailed(_client: Client, item: OutboxItem | undefined): void {
  if (item !== undefined) openCompose(item.to, item.content);
}

/** The destination of compose in an open conversation or channel. */
export function getTarget(narrow: Narrow): Target | undefined {
  if (narrow.kind === 'topic' || narrow.kind === 'direct') return narrow;
  if (narrow.kind === 'channel') return { kind: 'topic', channelId: narrow.channelId, topic: '' };
  return undefined;
}

/** Whether the destination is the open conversation. */
export function isOwnPlace(narrow: Narrow, to: Target): boolean {
  const own = getTarget(narrow);
  return own !== undefined && targetKey(own) === targetKey(to);
}

/** What moves with a draft to another destination. */
export const followers: ((from: Target, to: Target) => void)[] = [];

/** What belongs to a topic, whatever the destination of its draft is, and moves with the topic. */
export const topicFollowers: ((from: Destination, to: Destination) => void)[] = [];

/** Changes the destination and moves the draft there. */
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
