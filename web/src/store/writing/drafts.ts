/** Drafts: one text for each destination, stored on this device. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { joinTexts } from './attached.ts';
import { parseStored, tryToStore, type KeyedStorage } from '../base/storage.ts';

/** The destination of a draft; the channel or topic may be missing. */
export type Target =
  | { kind: 'topic'; channelId: number | undefined; topic: string }
  | { kind: 'direct'; userIds: readonly number[] };

export type Draft = { target: Target; text: string; changedAt: number };

type Store = Pick<KeyedStorage, 'getItem' | 'setItem'>;

export const draftsKey = 'heddle-drafts';
/** Which drafts of the server they are (`draft-sync.ts`). */
export const draftLinksKey = 'heddle-draft-links';

export const targetKey = (target: Target): string =>
  target.kind === 'topic'
    ? `topic:${target.channelId ?? ''}:${target.topic.toLowerCase()}`
    : `direct:${[...target.userIds].sort((a, b) => a - b).join(',')}`;

export class Drafts {
  readonly all: ReadonlySignal<ReadonlyMap<string, Draft>>;
  readonly #all: Signal<ReadonlyMap<string, Draft>>;
  readonly #storage: Store;
  readonly #now: () => number;
  /** Changes that did not fit into the storage, by draft key; undefined for a deleted draft. */
  readonly #unstored = new Map<string, Draft | undefined>();

  constructor(storage: Store, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.#all = signal<ReadonlyMap<string, Draft>>(this.#kept());
    this.all = this.#all;
  }

  /** Reads the drafts again after something other than this page has changed them. */
  readAgain(): void {
    // After clearing, the drafts belong to another person, and so do the changes that did not fit.
    if (this.#storage.getItem(draftsKey) === null) this.#unstored.clear();
    this.#all.value = this.#kept();
  }

  getText(target: Target): string {
    return this.#all.peek().get(targetKey(target))?.text ?? '';
  }

  /** An empty text is no draft. What another tab has written to the same draft since this one has read it is kept. */
  write(target: Target, text: string): void {
    const next = this.#kept();
    const key = targetKey(target);
    const stored = next.get(key)?.text ?? '';
    const isKnown = stored === this.getText(target) || text.includes(stored);
    next.delete(key);
    const both = isKnown ? text : joinTexts([stored, text].filter((each) => each.trim() !== ''));
    if (both.trim() !== '') next.set(key, { target, text: both, changedAt: this.#now() });
    // A text that could not be stored can still be sent, but is lost if the page is closed first.
    if (tryToStore(this.#storage, draftsKey, JSON.stringify([...next]))) this.#unstored.clear();
    else this.#unstored.set(key, next.get(key));
    this.#all.value = next;
  }

  /** Moves a draft to another destination, and appends it to a draft there. */
  move(from: Target, to: Target): void {
    if (targetKey(from) === targetKey(to)) return;
    this.#all.value = this.#kept();
    const text = joinTexts([this.getText(to), this.getText(from)]);
    this.write(from, '');
    this.write(to, text);
  }

  #kept(): Map<string, Draft> {
    const kept = new Map<string, Draft>(parseStored(this.#storage.getItem(draftsKey), []));
    for (const [key, draft] of this.#unstored) {
      kept.delete(key);
      if (draft !== undefined) kept.set(key, draft);
    }
    return kept;
  }
}
