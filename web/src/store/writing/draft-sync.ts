/** Synchronizes local drafts with those of the server. Local changes that were not sent are never lost. */
import type { Draft as SyncedDraft, NewDraft } from '../../../../wire/drafts.ts';
import { tryToStore } from '../storage.ts';
import { targetKey, type Draft, type Drafts } from './drafts.ts';
import { targetOfDraft } from './waiting.ts';

/** What a text of this device is on the server. */
type Link = {
  id: number;
  /** As it was sent last. */
  text: string;
  /** Seconds since 1970. */
  at: number;
  /** The server has shown it: only then does its absence mean that it was taken away elsewhere. */
  isSeen: boolean;
};

export type DraftSyncOptions = {
  drafts: Drafts;
  ownId: number;
  /** What the server has, as far as it is known here. */
  synced: () => ReadonlyMap<number, SyncedDraft>;
  /** Whether it is current, and not restored from an earlier visit. */
  isCurrent: () => boolean;
  /** @returns undefined if it did not get through */
  create: (draft: NewDraft) => Promise<number | undefined>;
  /** `gone`: there is none of this id any more. */
  change: (id: number, draft: NewDraft) => Promise<'done' | 'gone' | 'failed'>;
  remove: (id: number) => Promise<boolean>;
  storage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
};

export const draftLinksKey = 'heddle-draft-links';

export class DraftSync {
  readonly #options: DraftSyncOptions;
  #links = new Map<string, Link>();
  #syncing: Promise<void> | undefined;
  /** Otherwise the storage had no room for them, and has earlier ones. */
  #areLinksStored = true;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
  }

  /** Sends the server what has changed here. One at a time; what fails is sent the next time. */
  sync(): Promise<void> {
    this.#syncing ??= this.#syncAll().finally(() => (this.#syncing = undefined));
    return this.#syncing;
  }

  /** Texts that the server does not have as they stand here. */
  unsyncedCount(): number {
    this.#read();
    const all = [...this.#options.drafts.all.peek()];
    return all.filter(([key, { text }]) => this.#links.get(key)?.text !== text).length;
  }

  async #syncAll(): Promise<void> {
    this.#read();
    try {
      const { drafts } = this.#options;
      for (const key of [...this.#links.keys()])
        if (!drafts.all.peek().has(key)) await this.#syncRemoval(key);
      for (const [key, draft] of drafts.all.peek()) await this.#syncText(key, draft);
    } finally {
      this.#save();
    }
  }

  /** Takes over what was changed elsewhere, where nothing was written here since. */
  fetch(): void {
    const { drafts, synced, isCurrent } = this.#options;
    if (this.#syncing === undefined) this.#read();
    // Before more is written into them: then they would not be known again.
    for (const [key, draft] of drafts.all.peek()) if (!this.#links.has(key)) this.#adopt(key, draft);
    for (const [key, link] of this.#links) {
      const draft = drafts.all.peek().get(key);
      const theirs = synced().get(link.id);
      const isUntouched = draft?.text === link.text;
      if (theirs === undefined) {
        if (!link.isSeen || !isCurrent()) continue;
        this.#links.delete(key);
        if (draft !== undefined && isUntouched) drafts.write(draft.target, '');
      } else {
        link.isSeen = true;
        if (theirs.timestamp <= link.at || draft === undefined || !isUntouched) continue;
        link.text = theirs.content;
        link.at = theirs.timestamp;
        drafts.write(draft.target, theirs.content);
      }
    }
    this.#save();
  }

  /** The server keeps nothing any more: what is here stays, and is sent again if it does. */
  stop(): void {
    this.#links = new Map();
    this.#save();
  }

  async #syncRemoval(key: string): Promise<void> {
    const link = this.#links.get(key);
    if (link !== undefined && (await this.#options.remove(link.id))) this.#links.delete(key);
  }

  async #syncText(key: string, draft: Draft): Promise<void> {
    const { create, change } = this.#options;
    const link = this.#links.get(key) ?? this.#adopt(key, draft);
    if (link?.text === draft.text) return;
    const sent = getNewDraft(draft, this.#options.ownId);
    const at = Math.floor(draft.changedAt / 1000);
    const outcome = link === undefined ? 'gone' : await change(link.id, sent);
    if (outcome === 'failed') return;
    if (outcome === 'done') {
      this.#links.set(key, { ...link!, text: draft.text, at });
      return;
    }
    this.#links.delete(key);
    const id = await create(sent);
    if (id !== undefined) this.#links.set(key, { id, text: draft.text, at, isSeen: false });
  }

  /** What came from the server and is opened here is that draft, not another. */
  #adopt(key: string, { text }: Draft): Link | undefined {
    const { synced, ownId } = this.#options;
    const linked = new Set([...this.#links.values()].map(({ id }) => id));
    const same = [...synced().values()].find(
      (each) =>
        !linked.has(each.id) &&
        targetKey(targetOfDraft(each, ownId)) === key &&
        each.content.trim() === text.trim(),
    );
    if (same === undefined) return undefined;
    const link = { id: same.id, text, at: same.timestamp, isSeen: true };
    this.#links.set(key, link);
    return link;
  }

  /** Other tabs sync too, and at sign-out all of it goes: what is not here any more was not taken away by this person. */
  #read(): void {
    const kept = this.#options.storage.getItem(draftLinksKey);
    if (kept !== null && !this.#areLinksStored) return;
    this.#links = new Map(JSON.parse(kept ?? '[]') as [string, Link][]);
  }

  #save(): void {
    this.#areLinksStored = tryToStore(this.#options.storage, draftLinksKey, JSON.stringify([...this.#links]));
  }
}

/** As the server keeps it. */
function getNewDraft({ target, text, changedAt }: Draft, ownId: number): NewDraft {
  const common = { content: text, timestamp: Math.floor(changedAt / 1000) };
  if (target.kind === 'direct') {
    const to = target.userIds.length === 0 ? [ownId] : [...target.userIds];
    return { ...common, type: 'private', to, topic: '' };
  }
  const { channelId, topic } = target;
  if (channelId === undefined) return { ...common, type: '', to: [], topic: '' };
  return { ...common, type: 'stream', to: [channelId], topic };
}
